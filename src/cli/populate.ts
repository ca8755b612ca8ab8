import { type Clock, systemClock } from '../client/clock.ts';
import { describeExchange, type Exchange, isSuccess } from '../client/exchange.ts';
import type { RepositoryName } from '../client/request.ts';
import { Stopped } from '../client/stopped.ts';
import { sameRepository } from '../client/test-bed.ts';
import { httpTransport, type Transport } from '../client/transport.ts';
import { print } from '../document/print.ts';
import { styleFor, widthOf } from '../document/style.ts';
import { planRun, type RunPlan } from '../host/plan.ts';
import { countOf, shown } from '../report/text.ts';
import { complaintOf } from '../run/complaint.ts';
import { Run } from '../run/run.ts';
import type { RunSettings } from '../run/run-settings.ts';
import { describeProblems, type RawSettings } from '../settings/parse.ts';
import { givenSettings, usableSettings } from './given-settings.ts';
import { UsageError, wholeNumberOf } from './usage-error.ts';

/** Maximum issues to create: far more than any rule needs. */
const MAX_ISSUES = 1000;
const NAME = 200;
const SENTENCE = 1000;
/** Seconds; allows for sequential creations and rate limits. */
const DEADLINE_S = 5400;
/** Requests besides the creations: reading the list, and repeating creations that were certainly not carried out. */
const EXTRA_REQUESTS = 100;

const nameOf = ({ owner, repo }: RepositoryName): string => shown(`${owner}/${repo}`, NAME);

/** @throws {UsageError} if a setting is invalid, or does not allow to create issues */
function planFor(flags: RawSettings, count: number): RunPlan {
  const settings = usableSettings(givenSettings(flags));
  const { WRITES, TOKEN, MAX_REQUESTS = count + EXTRA_REQUESTS } = settings;
  const needs = [
    { setting: 'TOKEN', allowed: 'a token that may create issues in OWNER/REPO', isMet: TOKEN !== undefined },
    { setting: 'WRITES', allowed: 'all, since issues are to be created', isMet: WRITES === 'all' },
  ].filter(({ isMet }) => !isMet);
  if (needs.length > 0)
    throw new UsageError(
      describeProblems(needs.map(({ setting, allowed }) => ({ setting, allowed, given: null }))),
    );
  const plan = planRun({ ...settings, MAX_REQUESTS, DEADLINE_S: settings.DEADLINE_S ?? DEADLINE_S }, null);
  const { repository, written } = plan.session.bed;
  if (!sameRepository(repository, written))
    throw new UsageError(
      `WRITE_OWNER and WRITE_REPO name another repository, but populate fills ${nameOf(repository)} (OWNER, REPO), which the list rules read. Unset WRITE_OWNER and WRITE_REPO. Nothing was sent.`,
    );
  return plan;
}

/** Returns why a creation was not accepted: TOKEN need not be at fault if nobody reads it. */
async function whyRefused(run: Run, refused: Exchange): Promise<string> {
  const seen = `A creation was answered ${describeExchange(refused)}`;
  const isDenied = [401, 403, 404].includes(refused.response?.status ?? 0);
  const madeUp = isDenied ? await run.send(run.list(run.values.madeUpToken('populate'))) : null;
  return madeUp !== null && isSuccess(madeUp.exchange)
    ? `${seen}, and a made-up token may list as TOKEN may, so credentials seem to be ignored: does something before the service remove the Authorization header?`
    : `${seen}: check the service, TOKEN, and that it may create issues in ${nameOf(run.bed.repository)}.`;
}

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
  const noting: Transport = {
    send: (request, how) => {
      isUncertain ||= request.method === 'POST';
      return transport.send(request, how);
    },
    close: () => transport.close(),
  };
  const run = new Run({ ...settings, concurrency: 1 }, { transport: noting, clock });
  const { bed, secrets, first } = run;
  const stop = (): void => run.stop('interrupted');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  let [created, isUncertain] = [0, false];
  try {
    const { exchange: listed, list } = await run.send(run.list(first));
    const isListed = listed.response?.status === 200 && list !== null;
    let stopped = isListed
      ? null
      : complaintOf(listed, {
          repository: bed.repository,
          baseUrl: settings.address.baseUrl,
          withToken: true,
          hide: secrets.scrub,
          forMs: run.clock.now() - run.target.client.pace.startedAt,
        });
    while (stopped === null && created < count) {
      const { exchange } = await run.send(run.post(first, run.valid, bed.repository));
      const { response, fault } = exchange;
      // A server error may come after the creation.
      isUncertain = response === null ? fault?.kind !== 'unreachable' : response.status >= 500;
      if (isSuccess(exchange)) created += 1;
      else stopped = await whyRefused(run, exchange);
    }
    return { created, isUncertain, stopped: stopped === null ? null : secrets.scrub(stopped) };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { created, isUncertain, stopped: error.message };
  } finally {
    signal.removeEventListener('abort', stop);
    await run.target.client.close();
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
  const count = wholeNumberOf('--count', countText, [1, MAX_ISSUES], 'the issues to create');
  const { session } = planFor(flags, count);
  const { created, isUncertain, stopped } = await populate(session, count, signal);
  const { baseUrl } = session.address;
  const lines = [
    `${created} of ${countOf(count, 'issue')} created in ${nameOf(session.bed.repository)} at ${shown(baseUrl, NAME)}.`,
    ...(isUncertain ? ['One more may have been created: its answer does not show it.'] : []),
    ...(stopped === null ? [] : [`! ${shown(stopped, SENTENCE)}`]),
    ...(created === 0
      ? []
      : ['All are open; some rules also need a closed one, also in the private repository.']),
  ];
  const { hang } = styleFor({ color: false, width: widthOf(process.stdout) });
  print(process.stdout, `${lines.flatMap((line) => hang('', line, { keepWords: true })).join('\n')}\n`);
  return created === count ? 0 : created === 0 ? 2 : 3;
}
