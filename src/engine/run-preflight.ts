import { isUnreached } from '../client/exchange.ts';
import { nameOf, sameRepository } from '../client/request.ts';
import { Stopped } from '../client/stopped.ts';
import { isAccepted } from '../context/ledger.ts';
import { BEFORE_PREFLIGHT, type Preflight } from '../context/preflight.ts';
import type { RunContext } from '../context/run-context.ts';
import { neverAnswered, Unusable, unusable, whyNotGenuine } from '../context/unusable-target.ts';
import { MADE_UP } from '../generate/values.ts';
import { findIdentity, type Pair } from '../listings/records.ts';
import type { Answer, Answers, Caller, PlannedRequest, Query } from '../model/planned-request.ts';
import { allEnded, describeAnswer, LARGEST_PAGE, sendTogether } from '../model/planned-request.ts';

/** Pause between two first lists, in milliseconds. */
const PAUSE_MS = 1000;

type ByCaller = ReadonlyMap<Caller, Answer>;

/** Runs the preflight. Without a complete answer, or with only rate limits, the target is unusable. @throws {Unusable} @throws {Stopped} */
export async function runPreflight(run: RunContext): Promise<void> {
  try {
    await findOut(run).finally(() => {
      if ((run.playback?.missing ?? 0) === 0) return;
      throw new Stopped(
        'limit',
        'The recording lacks a request of the preflight, on which all rules depend.',
      );
    });
  } catch (error) {
    const isLate = error instanceof Stopped && error.cause === 'limit' && !run.playback?.missing;
    throw isLate && run.client.requests > 0 && !run.client.hasAnsweredWhole ? neverAnswered(run) : error;
  }
}

/** True if a caller may list. Another 2xx than 200 breaks a rule, but shows access. */
const isListed = (answer: Answer | undefined): boolean => answer !== undefined && isAccepted(answer);

/** True if the service answered. Silence says nothing about a credential. */
const isAnswered = (answer: Answer | undefined): boolean => answer !== undefined && answer.status > 0;

/** Finds out which callers may list, with which headers, how to identify a record, and if answers depend on requests. @throws {Unusable} @throws {Stopped} */
async function findOut(run: RunContext): Promise<void> {
  await checkWritten(run);
  const first = await firstList(run, run.list(run.primaryCaller));
  const others = run.callers.filter((caller) => caller !== run.primaryCaller);
  const answers = await sendTogether(...others.map((caller) => run.list(caller)))((ask) => run.send(ask));
  const plain = new Map([first, ...answers].map((answer) => [answer.ask.caller, answer]));
  await refuseSwapped(run, plain.get(run.anonymous));
  const unwritableReason = await whyUnwritable(run, plain.get(run.anonymous));
  const listingCallers = await findCallers(run, plain);
  if (listingCallers.length === 0) {
    if (run.isBare) throw unusable(run, first);
    run.omitHeaders();
    if (!isListed(await run.send(run.list(run.primaryCaller)))) throw unusable(run, first);
    return findOut(run);
  }
  const usualStatus = first.status;
  const unknown = run.send(
    run.list(run.primaryCaller, { per_page: '100' }, { ...run.target.repository, repo: run.unknownName }),
  );
  const listed = plain.get(listingCallers[0] ?? run.primaryCaller) ?? first;
  const [, tokens, { facts, listings }] = await allEnded([
    unknown,
    checkTokens(run, plain, unknown),
    readLists(run, listed, unknown),
  ] as const);
  const heard = new Set([...plain.values(), ...listings]);
  run.endPreflight({ ...tokens, ...facts, listingCallers, usualStatus, unwritableReason }, [...heard]);
  const [inAll, open] = [facts.otherStates.slice(0, 1), listings.slice(0, 1)];
  run.listed.noteWhole(run.target.repository, run.keysIn(inAll), open.map(run.keys));
}

/** Returns the callers who may list. A redirect to the first page breaks a rule, but pages can still be judged. @throws {Stopped} */
async function findCallers(run: RunContext, plain: ByCaller): Promise<readonly Caller[]> {
  const callers = run.callers.filter((caller) => isListed(plain.get(caller)));
  const isRedirected = [...plain.values()].every(({ status }) => status >= 300 && status < 400);
  if (callers.length > 0 || !isRedirected) return callers;
  return isListed(await run.send(run.list(run.primaryCaller, { page: '1' }))) ? run.callers : [];
}

/** @throws {Unusable} if the public repository is hidden from anonymous callers, and the private one is shown to them @throws {Stopped} */
async function refuseSwapped(run: RunContext, plain: Answer | undefined): Promise<void> {
  const { member, anonymous, target } = run;
  const { repository, privateRepository } = target;
  if (privateRepository === undefined || member === null || plain?.status !== 404) return;
  const shown = await run.send(run.list(anonymous, {}, privateRepository));
  if (!isListed(shown)) return;
  const [hidden, open] = [repository, privateRepository].map(nameOf);
  throw new Unusable(
    `Without a credential, the service answers 404 for ${hidden} and lists ${open}. REPO and PRIVATE_REPO seem to be swapped.`,
    shown.exchange,
  );
}

/** Requests the first list, and again for a minute after time-outs, because a service may have to start. @throws {Unusable} @throws {Stopped} */
async function firstList(run: RunContext, plain: PlannedRequest): Promise<Answer> {
  const until = run.clock.now() + run.client.limitPatienceMs;
  for (;;) {
    const answer = await run.send(plain);
    // Other requests would not reach it, either.
    if (isUnreached(answer.exchange)) throw unusable(run, answer);
    if (answer.exchange.fault?.kind !== 'timeout' || run.clock.now() >= until) return answer;
    await run.client.throttle.wait(PAUSE_MS);
  }
}

/** Returns the reason to create nothing: anonymous callers get 404 twice, so the repository may be private. @throws {Stopped} */
async function whyUnwritable(run: RunContext, plain: Answer | undefined): Promise<string | null> {
  const { writeRepository, repository } = run.target;
  if (run.settings.writes === 'none' || run.member === null) return null;
  const isOther = !sameRepository(writeRepository, repository);
  const ask = run.list(run.anonymous, {}, writeRepository);
  const first = isOther || plain === undefined ? await run.send(ask) : plain;
  if (first.status !== 404 || (await run.send(ask)).status !== 404) return null;
  return `The service answers 404 for ${nameOf(writeRepository)} without a credential, as for a private repository, so nothing was created there. Check ${isOther ? 'WRITE_REPO' : 'REPO and PRIVATE_REPO'}.`;
}

/**
 * Finds out which tokens are valid: a made-up token must get another answer. TOKEN may read the private repository if a
 * repository that does not exist gets another answer. @throws {Unusable} if TOKEN is refused everywhere
 */
async function checkTokens(run: RunContext, plain: ByCaller, unknown: Promise<Answer>) {
  const { member, outsider, unknownName } = run;
  const { repository, privateRepository } = run.target;
  let { mayReadPrivate, unreadReason } = BEFORE_PREFLIGHT;
  if (member === null) return BEFORE_PREFLIGHT;
  const madeUp = run.values.madeUpCaller(MADE_UP);
  const hidden = privateRepository === undefined ? [] : [privateRepository];
  const made = hidden.flatMap((one) => (one.owner === repository.owner ? [] : { ...one, repo: unknownName }));
  const [invalid, seen, toNobody, toMember = await unknown] = await sendTogether(
    run.list(madeUp),
    ...hidden.flatMap((one) => [run.list(member, {}, one), run.list(madeUp, {}, one)]),
    ...made.map((one) => run.list(member, {}, one)),
  )((ask) => run.send(ask));
  const isOther = (caller: Caller | null): boolean =>
    caller !== null &&
    isAnswered(plain.get(caller)) &&
    isAnswered(invalid) &&
    plain.get(caller)?.status !== invalid?.status;
  let isTokenValid = isOther(member);
  if (seen !== undefined && toNobody !== undefined) {
    const isAlike = [200, seen.status].includes(toMember.status);
    mayReadPrivate = isAccepted(seen) && isAnswered(toMember) && !isAlike;
    if (seen.unsaid === null && seen.status > 0) {
      const alike = seen.status === toMember.status ? ', as for a repository that does not exist' : '';
      unreadReason = `TOKEN got ${describeAnswer(seen)} for PRIVATE_REPO${alike}.`;
    }
    isTokenValid ||= isAccepted(seen) && isAnswered(toNobody) && !isAccepted(toNobody);
  }
  const refused = plain.get(member);
  if (refused !== undefined && [401, 403].includes(refused.status) && !isTokenValid)
    throw unusable(run, refused);
  return {
    isTokenValid,
    isOutsiderValid: isOther(outsider),
    mayReadPrivate,
    unreadReason,
    madeUpStatus: invalid?.status ?? null,
  };
}

/** Checks that TOKEN lists the repository to write to. @throws {Unusable} */
async function checkWritten(run: RunContext): Promise<void> {
  const { writeRepository, repository } = run.target;
  if (sameRepository(writeRepository, repository)) return;
  const answer = await firstList(run, run.list(run.primaryCaller, {}, writeRepository));
  if (!isListed(answer)) throw unusable(run, answer, 'WRITE_OWNER, WRITE_REPO');
}

/** Reads the list often enough to identify its records. Returns facts, and the listings of open issues. @throws {Unusable} @throws {Stopped} */
async function readLists(run: RunContext, plain: Answer, unknown: Promise<Answer>) {
  const ask = (query: Query): Promise<Answer> => run.send(run.list(plain.ask.caller, query));
  const twice = async (): Promise<Answers> => [await ask({}), await ask({})];
  // The run needs to know if there are more issues than the largest page holds, whatever rules are selected.
  const hundreds = async (): Promise<readonly [Answer, ...Answer[]]> => {
    const first = await ask({ per_page: '100' });
    const isFull = (first.list?.length ?? 0) >= LARGEST_PAGE;
    return [first, ...(isFull ? [await ask({ per_page: '100', page: '2' })] : [])];
  };
  const [later, single, openPages, second, ...otherStates] = await allEnded([
    twice(),
    ask({ per_page: '1' }),
    hundreds(),
    ask({ page: '2' }),
    ...['all', 'closed'].map((state) => ask({ state, per_page: '100' })),
  ] as const);
  const [hundred, ...more] = openPages;
  const some = [single, hundred, second];
  // Three times, to see what changes by itself.
  const again = [plain, ...later];
  if (again.every(({ status, unsaid }) => status === 200 && unsaid !== null)) throw unusable(run, plain);
  const ends = openPages.map(({ list }) => list?.length ?? 0);
  const open = ends.reduce((sum, length) => sum + length, 0);
  const notGenuineReason = whyNotGenuine(again, some, await unknown);
  if (notGenuineReason !== null && plain.list === null) throw unusable(run, plain);
  return {
    facts: {
      identity: identityIn(again, some, more),
      openAtFirst: (ends.at(-1) ?? 0) < LARGEST_PAGE ? open : null,
      openPages,
      otherStates,
      notGenuineReason,
    },
    listings: [...again, ...some, ...more],
  };
}
/** Returns what identifies a record. @param again answers to the plain list @param some its first record, 100 records, and its second page @param more the second page of 100, if there is one */
function identityIn(again: Answers, some: Answers, more: Answers): Preflight['identity'] {
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
  return findIdentity([whole, ...[...some, ...more].map(recordsOf)], twice, aligned);
}
