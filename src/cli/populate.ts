import { describeExchange, isSuccess, isUnreached } from '../client/exchange.ts';
import { sameRepository } from '../client/request.ts';
import { Stopped } from '../client/stopped.ts';
import { POPULATING } from '../context/markers.ts';
import { RunContext } from '../context/run-context.ts';
import type { RunDependencies, RunSettings } from '../context/run-settings.ts';
import { countOf, sanitise } from '../model/text.ts';
import { UsageError } from '../report-folder/files.ts';
import { newRunId, planRun, type RunPlan } from '../runner/plan.ts';
import { describeProblems, type RawSettings } from '../settings/parse.ts';
import type { CommandCall } from './commands.ts';
import { outputStyle, printStdout } from './output.ts';
import { usableSettings } from './usage.ts';

const UNKNOWN = 'The issue may have been created all the same.';

/** @throws {UsageError} if a setting is invalid, or does not allow to create issues */
function planFor(flags: RawSettings, count: number): RunPlan {
  const settings = usableSettings(flags);
  // They allow for rate limits, and to repeat creations that were certainly not carried out.
  const { WRITES, TOKEN, MAX_REQUESTS = count + 100, DEADLINE_S = 5400 } = settings;
  const plan = planRun({ ...settings, MAX_REQUESTS, DEADLINE_S }, null, `${POPULATING}${newRunId()}`);
  const { repository, writeRepository } = plan.session.target;
  const needs = [
    [TOKEN !== undefined, 'TOKEN', 'a token that may create issues in OWNER/REPO'],
    [WRITES === 'all', 'WRITES', 'all, because populate creates issues'],
    [
      sameRepository(repository, writeRepository),
      'WRITE_REPO',
      'no other repository than OWNER/REPO: populate fills the repository that the list rules read',
    ],
  ] as const;
  const missing = needs.flatMap(([isMet, setting, allowed]) =>
    isMet ? [] : [{ setting, allowed, given: null }],
  );
  if (missing.length > 0) throw new UsageError(describeProblems(missing));
  return plan;
}

/**
 * Creates issues where the list rules read, one after the other. A creation is sent again only if the service certainly did not
 * carry it out. The first one that is not accepted ends it. @returns how many were created, and why some are missing
 */
export async function populate(settings: RunSettings, count: number, surroundings: RunDependencies) {
  const run = new RunContext({ ...settings, concurrency: 1 }, surroundings);
  let created = 0;
  try {
    for (; created < count; created += 1) {
      const { exchange } = await run.send(run.post(run.primaryCaller, run.valid, run.target.repository));
      if (isSuccess(exchange)) continue;
      const answer = run.secrets.scrub(describeExchange(exchange));
      const isSent = !isUnreached(exchange) && exchange.fault?.kind !== 'not-sent';
      const lost = exchange.response === null && isSent ? ` ${UNKNOWN}` : '';
      const stopped = `A creation got ${answer}; check BASE_URL, TOKEN, OWNER and REPO.${lost}`;
      return { created, stopped };
    }
    return { created, stopped: null };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    // At the deadline or a signal, a creation may be in flight.
    const lost = run.client.throttle.signal.aborted ? ` ${UNKNOWN}` : '';
    return { created, stopped: `${error.message}${lost}` };
  } finally {
    await run.client.close();
  }
}

export default async function populateCommand({ flags, options: { count }, untilSignal }: CommandCall) {
  const signal = untilSignal('interrupted; the creation in flight may have been carried out');
  const { session } = planFor(flags, count);
  const { owner, repo } = session.target.repository;
  const { created, stopped } = await populate(session, count, { signal });
  const lines = [
    `${created} of ${countOf(count, 'issue')} created in ${sanitise(`${owner}/${repo}`)} at ${sanitise(session.address.baseUrl)}.`,
    stopped === null
      ? 'All are open; list.state.default-open also needs a closed one.'
      : `! ${sanitise(stopped, 1000)}`,
  ];
  printStdout(...lines.flatMap((line) => outputStyle().hang('', line)));
  return created === count ? 0 : created === 0 ? 2 : 3;
}
