import { Client } from '../client/client.ts';
import { type Clock, systemClock } from '../client/clock.ts';
import { describeExchange, type Exchange, isSuccess } from '../client/exchange.ts';
import { markerOf } from '../client/marker.ts';
import { bearer, type RequestSpec, toRequest } from '../client/request.ts';
import { secretsOf } from '../client/secrets.ts';
import { Stopped } from '../client/stopped.ts';
import { sameRepository } from '../client/test-bed.ts';
import { httpTransport, type Transport } from '../client/transport.ts';
import { print } from '../document/print.ts';
import { colorWanted, styleFor, widthOf } from '../document/style.ts';
import { planRun, type RunPlan } from '../host/plan.ts';
import { countOf, shown } from '../report/text.ts';
import { listIn } from '../run/answer.ts';
import { complaintOf } from '../run/complaint.ts';
import type { RunSettings } from '../run/run-settings.ts';
import { describeProblems, parseSettings, type RawSettings, type SettingProblem } from '../settings/parse.ts';
import { givenSettings } from './usable-settings.ts';
import { UsageError } from './usage-error.ts';

/** Maximum issues to create: far more than any rule needs. */
const MAX_ISSUES = 1000;
const NAME = 200;
const SENTENCE = 1000;
/** Seconds; allows for sequential creations and rate limits. */
const DEADLINE_S = 5400;
/** Requests besides the creations: reading the list, and repeating creations that were certainly not carried out. */
const EXTRA_REQUESTS = 100;

function countIn(text: string | undefined): number {
  const count = Number(text ?? '');
  if (text === undefined || !/^\d{1,10}$/.test(text) || count < 1 || count > MAX_ISSUES)
    throw new UsageError(
      `--count ${text === undefined ? 'is missing' : `is "${shown(text, NAME)}"`}; expected a whole number from 1 to ${MAX_ISSUES}, the issues to create. Nothing was sent.`,
    );
  return count;
}

/** Returns problems that prevent the creation of issues, besides those of any run. */
function problemsOf(raw: RawSettings): SettingProblem[] {
  const given = (name: string): string => raw[name]?.trim() ?? '';
  const writes = given('WRITES');
  const needs = {
    BASE_URL: 'the address of the service to fill; the bundled service has issues of its own',
    TOKEN: 'a token that may create issues in OWNER/REPO',
    WRITES: 'all, since issues are to be created',
  };
  return Object.entries(needs)
    .filter(([name]) => (name === 'WRITES' ? writes !== 'all' : given(name) === ''))
    .map(([setting, allowed]) => ({ setting, given: setting === 'WRITES' ? writes || null : null, allowed }));
}

/** @throws {UsageError} with all problems of the settings */
function planFor(flags: RawSettings, count: number): RunPlan {
  const gathered = givenSettings(flags);
  const parsed = parseSettings(gathered.raw, gathered);
  const own = problemsOf(gathered.raw);
  const others = parsed.ok ? [] : parsed.problems;
  const problems = [...own, ...others.filter(({ setting }) => !own.some((one) => one.setting === setting))];
  if (!parsed.ok || problems.length > 0) throw new UsageError(describeProblems(problems));
  const { MAX_REQUESTS = count + EXTRA_REQUESTS, DEADLINE_S: deadline = DEADLINE_S } = parsed.settings;
  const plan = planRun({ ...parsed.settings, MAX_REQUESTS, DEADLINE_S: deadline }, null);
  const { repository, written } = plan.session.bed;
  if (!sameRepository(repository, written))
    throw new UsageError(
      `WRITE_OWNER and WRITE_REPO name another repository, but populate fills ${nameOf(repository)} (OWNER, REPO), which the list rules read. Unset WRITE_OWNER and WRITE_REPO. Nothing was sent.`,
    );
  return plan;
}

const nameOf = ({ owner, repo }: { readonly owner: string; readonly repo: string }): string =>
  shown(`${owner}/${repo}`, NAME);

/** What became of the issues that were to be created. */
export interface Populated {
  /** Creations that were answered 2xx. */
  readonly created: number;
  /** True if one more creation was sent, and may have been carried out. */
  readonly isUncertain: boolean;
  /** Why not all of them were sent, as a sentence; `null` if they were. */
  readonly stopped: string | null;
}

/**
 * Creates so many issues in the repository that the list rules read, one after the other, each with a marker of its own. None
 * is sent again unless it is known not to have been carried out. The first one that is not accepted ends it.
 * @param signal ends it
 */
export async function populate(
  settings: RunSettings,
  count: number,
  signal: AbortSignal,
  {
    transport = httpTransport(1, settings.timeoutMs, settings.route),
    clock = systemClock,
  }: { readonly transport?: Transport; readonly clock?: Clock } = {},
): Promise<Populated> {
  const { address, bed, route, runId } = settings;
  const { hide } = secretsOf(bed, route?.proxy, address.extra);
  const noting: Transport = {
    send: (request, how) => {
      isUncertain ||= request.method === 'POST';
      return transport.send(request, how);
    },
    close: () => transport.close(),
  };
  const client = new Client({ ...settings, concurrency: 1, transport: noting, clock });
  const stop = (): void => client.pace.stop(new Stopped('interrupted'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const as = bearer(bed.token ?? '');
  const send = (build: () => RequestSpec): Promise<Exchange> =>
    client.send(() => toRequest(build(), address));
  let [created, markers, isUncertain] = [0, 0, false];
  try {
    const listed = await send(() => ({ repository: bed.repository, as }));
    const isListed = listed.response?.status === 200 && Array.isArray(listIn(listed.response));
    let stopped = isListed ? null : complaintOf(listed, bed.repository, address.baseUrl, true, hide);
    while (stopped === null && created < count) {
      const answer = await send(() => {
        markers += 1;
        const title = `Conformance check ${markerOf(runId, markers)}`;
        const body = JSON.stringify({ title, body: 'Created to fill the list, and may be deleted.' });
        return { repository: bed.repository, as, method: 'POST', body };
      });
      const { response, fault } = answer;
      // A server error may come after the creation.
      isUncertain = response === null ? fault?.kind !== 'unreachable' : response.status >= 500;
      if (isSuccess(answer)) created += 1;
      else
        stopped = `A creation was answered ${describeExchange(answer)}: check the service, TOKEN, and that it may create issues in ${nameOf(bed.repository)}.`;
    }
    return { created, isUncertain, stopped: stopped === null ? null : hide(stopped) };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { created, isUncertain, stopped: error.message };
  } finally {
    signal.removeEventListener('abort', stop);
    await client.close();
  }
}

/**
 * Creates issues for a service that starts empty, and prints the result.
 * @returns the exit status: 0 if all were created, 3 if some were, 2 if none was
 * @throws {UsageError} if a setting is invalid; nothing was sent
 */
export async function populateCommand(
  countText: string | undefined,
  flags: RawSettings,
  signal: AbortSignal,
): Promise<number> {
  const count = countIn(countText);
  const { session } = planFor(flags, count);
  const { created, isUncertain, stopped } = await populate(session, count, signal);
  const { hang, colors } = styleFor({ color: colorWanted(process.stdout), width: widthOf(process.stdout) });
  const paint = created === count ? colors.green : created === 0 ? colors.red : colors.yellow;
  const where = `${nameOf(session.bed.repository)} at ${shown(session.address.baseUrl, NAME)}`;
  const lines = [
    ...hang(`${created} of ${countOf(count, 'issue')} created `, `in ${where}`, {
      paintLead: (text) => colors.bold(paint(text)),
      keepWords: true,
    }),
    ...(isUncertain ? hang('', 'One more may have been created: its answer does not show it.') : []),
    ...(stopped === null ? [] : hang('! ', shown(stopped, SENTENCE), { paintLead: colors.yellow })),
    ...(created === 0
      ? []
      : hang(
          '',
          'All are open: some rules also need an issue that is not, so close one yourself, and one in the private repository.',
        )),
  ];
  print(process.stdout, `${lines.join('\n')}\n`);
  return created === count ? 0 : created === 0 ? 2 : 3;
}
