import { describeExchange, isSuccess } from '../client/exchange.ts';
import { Stopped } from '../client/stopped.ts';
import { sameRepository } from '../client/test-bed.ts';
import { planRun, type RunPlan } from '../host/plan.ts';
import { countOf, shown } from '../report/text.ts';
import { complaintOf } from '../run/complaint.ts';
import { Run } from '../run/run.ts';
import type { RunSettings, Surroundings } from '../run/run-settings.ts';
import { describeProblems, type RawSettings } from '../settings/parse.ts';
import { outputStyle, tell } from './output.ts';
import { givenSettings, UsageError, usableSettings, wholeNumberOf } from './usage.ts';

/** Maximum issues to create: far more than any rule needs. */
const MAX_ISSUES = 1000;
const SENTENCE = 1000;
/** Seconds; allows for sequential creations and rate limits. */
const DEADLINE_S = 5400;
/** Requests besides the creations: reading the list, and repeating creations that were certainly not carried out. */
const EXTRA_REQUESTS = 100;

/** @throws {UsageError} if a setting is invalid, or does not allow to create issues */
function planFor(flags: RawSettings, count: number): RunPlan {
  const settings = usableSettings(givenSettings(flags));
  const { WRITES, TOKEN, MAX_REQUESTS = count + EXTRA_REQUESTS } = settings;
  const plan = planRun({ ...settings, MAX_REQUESTS, DEADLINE_S: settings.DEADLINE_S ?? DEADLINE_S }, null);
  const { repository, written } = plan.session.bed;
  const needs = [
    {
      setting: 'TOKEN',
      allowed: 'a token that may create issues in OWNER/REPO',
      given: null,
      isMet: TOKEN !== undefined,
    },
    {
      setting: 'WRITES',
      allowed: 'all, since issues are to be created',
      given: null,
      isMet: WRITES === 'all',
    },
    {
      setting: 'WRITE_REPO',
      allowed: 'no other repository than OWNER/REPO, which populate fills, since the list rules read it',
      given: null,
      isMet: sameRepository(repository, written),
    },
  ].filter(({ isMet }) => !isMet);
  if (needs.length === 0) return plan;
  throw new UsageError(describeProblems(needs));
}

/**
 * Creates so many issues in the repository that the list rules read, one after the other, each with a marker of its own. None
 * is sent again unless it is known not to have been carried out. The first one that is not accepted ends it.
 * @param signal ends it
 * @returns how many were created, and why not all of them were
 */
export async function populate(
  settings: RunSettings,
  count: number,
  signal: AbortSignal,
  surroundings: Surroundings = {},
): Promise<{ readonly created: number; readonly stopped: string | null }> {
  const run = new Run({ ...settings, concurrency: 1 }, surroundings);
  const { secrets, first } = run;
  const { repository } = run.bed;
  const stop = (): void => run.stop();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  let created = 0;
  try {
    const { exchange: listed, list } = await run.send(run.list(first));
    if (listed.response?.status !== 200 || list === null) {
      const { baseUrl } = settings.address;
      const facts = { repository, baseUrl, withToken: true, hide: secrets.scrub, forMs: listed.ms };
      return { created, stopped: secrets.scrub(complaintOf(listed, facts)) };
    }
    for (; created < count; created += 1) {
      const { exchange } = await run.send(run.post(first, run.valid, repository));
      if (!isSuccess(exchange))
        return {
          created,
          stopped: secrets.scrub(
            `A creation was answered ${describeExchange(exchange)}: check TOKEN, that it may create issues in ${repository.owner}/${repository.repo}, and that nothing before the service removes the Authorization header.`,
          ),
        };
    }
    return { created, stopped: null };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { created, stopped: error.message };
  } finally {
    signal.removeEventListener('abort', stop);
    await run.client.close();
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
  const count = wholeNumberOf('--count', countText, [1, MAX_ISSUES]);
  const { session } = planFor(flags, count);
  const { owner, repo } = session.bed.repository;
  const { created, stopped } = await populate(session, count, signal);
  const lines = [
    `${created} of ${countOf(count, 'issue')} created in ${shown(`${owner}/${repo}`)} at ${shown(session.address.baseUrl)}.`,
    stopped === null
      ? 'All are open; some rules also need a closed one, also in the private repository.'
      : `! ${shown(stopped, SENTENCE)} A creation without an answer may have been carried out all the same.`,
  ];
  tell(...lines.flatMap((line) => outputStyle().hang('', line, { keepWords: true })));
  return created === count ? 0 : created === 0 ? 2 : 3;
}
