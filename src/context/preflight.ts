import type { TransportErrorKind } from '../client/exchange.ts';
import { LIMIT_PATIENCE_MS } from '../client/limits.ts';
import type { RepositoryName } from '../client/request.ts';
import { Stopped } from '../client/stopped.ts';
import { sameRepository } from '../client/target-access.ts';
import { findIdentity, type Pair } from '../listings/records.ts';
import {
  type Answer,
  type Answers,
  type Caller,
  describeAnswer,
  LARGEST_PAGE,
  type PlannedRequest,
  type Query,
} from '../model/planned-request.ts';
import { isAccepted } from './ledger.ts';
import type { RunContext } from './run-context.ts';
import { neverAnswered, Unusable, unusable } from './unusable-target.ts';

/** Pause between two first lists, in milliseconds. */
const PAUSE_MS = 1000;
/** Number of requests for the plain list, to see what changes by itself. */
const TIMES = 3;
const NOT_REACHED: ReadonlySet<TransportErrorKind | undefined> = new Set([
  'unreachable',
  'connect-failed',
  'proxy',
]);

/** Opens a run. Without a complete answer, or with only rate limits, the target is unusable. @throws {Unusable} @throws {Stopped} */
export async function preflight(run: RunContext): Promise<void> {
  try {
    await findOut(run);
  } catch (error) {
    const isLate = error instanceof Stopped && error.cause === 'limit';
    throw isLate && run.client.requests > 0 && !run.client.hasAnsweredWhole ? neverAnswered(run) : error;
  }
}

/** Finds out which callers may list, with which headers, how to identify a record, and if answers depend on requests. @throws {Unusable} @throws {Stopped} */
async function findOut(run: RunContext): Promise<void> {
  await openWritten(run);
  const first = await firstList(run, run.list(run.primaryCaller));
  const plain = new Map<Caller, Answer>([[run.primaryCaller, first]]);
  for (const caller of run.callers)
    if (caller !== run.primaryCaller) plain.set(caller, await run.send(run.list(caller)));
  run.listingCallers = run.callers.filter((caller) => isListed(plain.get(caller)));
  await refuseSwapped(run, plain.get(run.anonymous));
  await openToStrangers(run, plain.get(run.anonymous));
  if (run.listingCallers.length === 0) {
    // A redirect to the first page breaks a rule, but pages can still be judged.
    const isRedirected = [...plain.values()].every(({ status }) => status >= 300 && status < 400);
    if (!isRedirected || !isListed(await run.send(run.list(run.primaryCaller, { page: '1' }))))
      return openBare(run, first);
    run.listingCallers = run.callers;
  }
  run.usualStatus = first.status;
  const unknown = await run.send(
    run.list(run.primaryCaller, { per_page: '100' }, { ...run.target.repository, repo: run.unknownName }),
  );
  await openTokens(run, plain, unknown);
  await openList(run, plain, unknown);
}

/** @throws {Unusable} if the public repository is hidden from strangers, and the private one is shown to them @throws {Stopped} */
async function refuseSwapped(run: RunContext, plain: Answer | undefined): Promise<void> {
  const { repository, privateRepository } = run.target;
  if (privateRepository === undefined || run.member === null || plain?.status !== 404) return;
  const shown = await run.send(run.list(run.anonymous, {}, privateRepository));
  if (!isListed(shown)) return;
  const [hidden, open] = [repository, privateRepository].map(nameOf);
  throw new Unusable(
    `Without a credential ${hidden} is answered 404, and ${open} is listed: REPO and PRIVATE_REPO seem to be swapped.`,
    shown.exchange,
  );
}

/** Requests the first list, and again for a minute after time-outs, because a service may have to start. @throws {Unusable} @throws {Stopped} */
async function firstList(run: RunContext, plain: PlannedRequest): Promise<Answer> {
  const until = run.clock.now() + (run.settings.limitPatienceMs ?? LIMIT_PATIENCE_MS);
  for (;;) {
    const answer = await run.send(plain);
    // Other requests would not reach it, either.
    if (NOT_REACHED.has(answer.exchange.fault?.kind)) throw unusable(run, answer);
    if (answer.exchange.fault?.kind !== 'timeout' || run.clock.now() >= until) return answer;
    await run.client.throttle.wait(PAUSE_MS);
  }
}

/** Creates nothing if anonymous callers get 404 twice, because the repository may be private. @throws {Stopped} */
async function openToStrangers(run: RunContext, plain: Answer | undefined): Promise<void> {
  const { writeRepository, repository } = run.target;
  if (run.settings.writes === 'none' || run.member === null) return;
  const isOther = !sameRepository(writeRepository, repository);
  const ask = run.list(run.anonymous, {}, writeRepository);
  const first = isOther || plain === undefined ? await run.send(ask) : plain;
  if (first.status !== 404 || (await run.send(ask)).status !== 404) return;
  run.unwritableReason = `The service answers 404 for ${writeRepository.owner}/${writeRepository.repo} without a credential, as for a private repository, so nothing was created there. Check ${isOther ? 'WRITE_REPO' : 'REPO and PRIVATE_REPO'}.`;
}

/** True if a caller may list. Another 2xx than 200 breaks a rule, but shows access. */
const isListed = (answer: Answer | undefined): boolean => answer !== undefined && isAccepted(answer);

/** Tries the list without the recommended headers, if no caller may list with them. @throws {Unusable} */
async function openBare(run: RunContext, first: Answer): Promise<void> {
  const bare = run.isBare ? null : await run.send({ ...run.list(run.primaryCaller), bare: true });
  if (bare === null || !isListed(bare)) throw unusable(run, first);
  run.isBare = true;
  return findOut(run);
}

/**
 * Finds out which tokens are valid: a made-up token must get another answer. TOKEN may read the private repository if a
 * repository that does not exist gets another answer. @throws {Unusable} if TOKEN is refused everywhere
 */
async function openTokens(
  run: RunContext,
  plain: ReadonlyMap<Caller, Answer>,
  unknown: Answer,
): Promise<void> {
  const { member, outsider, unknownName } = run;
  const { repository, privateRepository } = run.target;
  if (member === null) return;
  const madeUp = run.values.madeUpCaller('opening');
  const invalid = await run.send(run.list(madeUp));
  const isOther = (caller: Caller | null): boolean =>
    caller !== null && plain.get(caller)?.status !== invalid.status;
  if (privateRepository !== undefined) {
    const made = { ...privateRepository, repo: unknownName };
    const seen = await run.send(run.list(member, {}, privateRepository));
    const isAsked = privateRepository.owner === repository.owner;
    const toMember = isAsked ? unknown : await run.send(run.list(member, {}, made));
    run.leakDetector.mayRead = isAccepted(seen) && !isAccepted(toMember);
    const toNobody = await run.send(run.list(madeUp, {}, privateRepository));
    run.isTokenValid = isAccepted(seen) && !isAccepted(toNobody);
  }
  run.isTokenValid ||= isOther(member);
  const refused = plain.get(member);
  if (refused !== undefined && [401, 403].includes(refused.status) && !run.isTokenValid)
    throw unusable(run, refused);
  run.isOutsiderValid = isOther(outsider);
}

/** Checks that TOKEN lists the repository to write to. @throws {Unusable} */
async function openWritten(run: RunContext): Promise<void> {
  const { writeRepository, repository } = run.target;
  if (sameRepository(writeRepository, repository)) return;
  const answer = await firstList(run, run.list(run.primaryCaller, {}, writeRepository));
  if (!isListed(answer)) throw unusable(run, answer, 'WRITE_OWNER, WRITE_REPO');
}

/** Reads the list often enough to identify its records. @throws {Unusable} */
async function openList(run: RunContext, plain: ReadonlyMap<Caller, Answer>, unknown: Answer): Promise<void> {
  const lister = run.listingCallers[0] ?? run.primaryCaller;
  const earlier = plain.get(lister);
  const again: Answer[] = earlier === undefined ? [] : [earlier];
  while (again.length < TIMES) again.push(await run.send(run.list(lister)));
  const [unread] = again;
  if (unread !== undefined && again.every(({ status, unsaid }) => status === 200 && unsaid !== null))
    throw unusable(run, unread);
  const asked = (queries: readonly Query[]): Promise<Answers> =>
    Promise.all(queries.map((query) => run.send(run.list(lister, query))));
  const some = await asked([{ per_page: '1' }, { per_page: '100' }, { page: '2' }]);
  // The run needs to know if there are more issues than the largest page holds, whatever rules are selected.
  const isFull = (some[1]?.list?.length ?? 0) >= LARGEST_PAGE;
  const more = isFull ? await asked([{ per_page: '100', page: '2' }]) : [];
  const ends = [...some.slice(1, 2), ...more].map(({ list }) => list?.length ?? 0);
  const open = ends.reduce((sum, length) => sum + length, 0);
  run.openAtFirst = (ends.at(-1) ?? 0) < LARGEST_PAGE ? open : null;
  run.otherStates = await asked(['all', 'closed'].map((state) => ({ state, per_page: '100' })));
  run.notGenuineReason = whyNotGenuine(again[0], some, unknown);
  if (run.notGenuineReason !== null && again[0]?.list === null) throw unusable(run, again[0]);
  const recordsOf = (answer: Answer | undefined): readonly unknown[] => answer?.list ?? [];
  const twice = again.flatMap((one, index) =>
    again.slice(index + 1).map((other): Pair => [recordsOf(one), recordsOf(other)]),
  );
  const [whole = [], hundred = [], second = []] = [again[0], some[1], some[2]].map(recordsOf);
  // Other requests show which fields change with the request.
  const aligned: Pair[] = [
    [whole, hundred.slice(0, whole.length)],
    [second, hundred.slice(whole.length, whole.length + second.length)],
  ];
  run.identity = findIdentity([whole, ...some.map(recordsOf)], twice, aligned);
  for (const answer of [...again, ...some, ...more]) run.noteRecords(answer);
  noteWhole(run, run.target.repository, { all: run.otherStates.slice(0, 1), open: again.slice(0, 1) });
}

/** Returns the reason why answers do not depend on requests; `null` if they do. */
function whyNotGenuine(plain: Answer | undefined, others: Answers, unknown: Answer): string | null {
  const isAlsoListed = unknown.list === null ? plain?.list === null : unknown.list.length > 0;
  if (isAccepted(unknown) && isAlsoListed)
    return `a repository that does not exist got ${describeAnswer(unknown)}`;
  const body = JSON.stringify(plain?.list);
  // A server without the API may refuse some requests by chance.
  const listed = others.filter(({ list }) => list !== null);
  const isAlike = listed.every(({ list }) => JSON.stringify(list) === body);
  return (plain?.list?.length ?? 0) > 1 && isAlike
    ? `${listed.length > 0 ? 'each listing is the same' : 'nothing is listed'}, whatever the request is`
    : null;
}

/** Notes that `state=all` holds all open issues of a repository, if these answers show it. */
export function noteWhole(
  run: RunContext,
  repository: RepositoryName,
  { all, open }: { readonly all: Answers; readonly open: Answers },
): boolean {
  const inAll = run.keysIn(all);
  const isWhole = inAll.size > 0 && open.every((answer) => run.keys(answer)?.every((key) => inAll.has(key)));
  if (isWhole) run.wholeInAll.add(nameOf(repository));
  return isWhole;
}

export const nameOf = ({ owner, repo }: RepositoryName): string => `${owner}/${repo}`;
