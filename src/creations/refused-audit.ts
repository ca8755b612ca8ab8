import { recordIn } from '../checks/excerpt.ts';
import { describeExchange } from '../client/exchange.ts';
import { sameRepository } from '../client/request.ts';
import { toWhom } from '../context/leak-detector.ts';
import { type Creation, isAccepted, isRefused } from '../context/ledger.ts';
import { markerIn } from '../context/markers.ts';
import type { Attempt, Case } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { shortName } from '../listings/compare.ts';
import type { Finding, Violated } from '../model/finding.ts';
import { blocked, holds, inconclusiveFinding, needsData, violated } from '../model/finding.ts';
import type { Answers, Payload, PlannedRequest, RequestScript } from '../model/planned-request.ts';
import { allEnded, describeAnswer, sendInOrder, sendTogether } from '../model/planned-request.ts';
import { countOf, joinAnd } from '../model/text.ts';
import { creationsOf } from './follow.ts';
import { listEverything, listPrivate } from './full-listing.ts';
import { added } from './listed-audit.ts';
import { SHOWING } from './once-audit.ts';
import { bodyText } from './refusal.ts';

/** Creations that are refused for different reasons, for a run in which no other rule sends them. */
function refusedOfEachKind(run: RunContext): PlannedRequest[] {
  const { writeRepository, privateRepository } = run.target;
  return [
    run.post(run.primaryCaller, (marker) => ({ body: bodyText(marker) })),
    run.post(run.anonymous, run.valid),
    run.post(run.values.madeUpCaller('refused'), run.valid),
    run.post(run.primaryCaller, run.valid, { ...writeRepository, repo: run.unknownName }),
    ...(run.outsider === null || privateRepository === undefined
      ? []
      : [run.post(run.outsider, run.valid, privateRepository)]),
  ];
}

/** Searches for all refused creations. If there was none, sends some first. */
const searchRefused =
  (run: RunContext): RequestScript =>
  async (send) => {
    if (!run.ledger.creations.some(isRefused)) {
      await sendInOrder(...refusedOfEachKind(run))(send);
      await run.lag.watch();
    }
    const listings = await allEnded([listEverything(run)(send), listPrivate(run)(send)]);
    return listings.flat();
  };

/** Returns an inconclusive finding if creations are listed that were neither accepted nor refused, else `null`. */
function storedAllTheSame({ ledger }: RunContext): Finding | null {
  const unclear = ledger.creations.filter((one) => !isAccepted(one) && !isRefused(one));
  const listed = unclear.filter(({ places }) => places.size > 0);
  if (listed.length === 0) return null;
  const got = joinAnd([...new Set(listed.map(({ exchange }) => describeExchange(exchange)))]);
  const which = `${listed.length} of ${countOf(unclear.length, 'creation')} that were neither accepted nor refused`;
  return inconclusiveFinding('unclear', `${which} are listed. They got ${got}.`);
}

/** Returns a violation of an issue that is listed, although its creation was refused or had to be. */
export function storedViolation(creation: Creation, expected: string): Violated {
  const { shown, exchange, ask } = creation;
  const name = shown?.name == null ? 'an issue' : shortName(shown.name);
  const how = isAccepted(creation) ? ': its' : ', although its';
  const actual = `${name} is listed${how} creation ${toWhom(ask.caller, 'with')} got ${describeExchange(exchange)}`;
  return violated('stored', {
    expected,
    actual,
    answers: [creation],
    context: shown?.places.slice(0, 1) ?? [],
    records: shown === null ? [] : [shown],
  });
}

/** Demands that no refused creation was listed in the whole run. One record is enough. */
function noneLeft({ answers }: Attempt, run: RunContext): Finding {
  const refused = run.ledger.creations.filter((one) => isRefused(one) && one.texts.length > 0);
  const stored = refused.find(({ places }) => places.size > 0);
  if (stored !== undefined) return storedViolation(stored, 'nothing left behind');
  const unclear = storedAllTheSame(run);
  if (unclear !== null) return unclear;
  if (run.settings.writes !== 'all') {
    const why = `No refused creation was listed (${refused.length} in all), but only an accepted creation shows that listings would show it.`;
    return { ...inconclusiveFinding('setting', why), advice: 'Set WRITES to all.' };
  }
  const { ledger, target } = run;
  // Earlier listings may have shown it to another caller.
  const isSeen = ledger.accepted(target.writeRepository).some((one) => ledger.copies(answers, one) > 0);
  if (isSeen && refused.length > 0) return holds(answers);
  const why = isSeen
    ? 'No creation was refused, so none can have left an issue behind.'
    : 'No record of the last full listing has the title or the body of an accepted issue as it was sent, so none would show a refused one.';
  return blocked(why, ...SHOWING);
}

/** Payloads that have no room for a marker. */
const UNMARKED: readonly Payload[] = [() => ({}), () => null];

/** Returns the records of {@link added} that no run created, as their markers say. Other runs may check the service meanwhile. */
function addedUnmarked(later: Answers, earlier: Answers, run: RunContext): readonly string[] {
  const marked = new Set(
    later.flatMap((answer) =>
      (run.keys(answer) ?? []).filter((_, at) => markerIn(JSON.stringify(answer.list?.[at])) !== undefined),
    ),
  );
  return added(later, earlier, run).filter((key) => !marked.has(key));
}

/** Demands that refused payloads without a marker leave nothing new in the list, while nobody else writes. */
function addsNothing({ before, answers, after, beforeConfirming }: Attempt, run: RunContext): Finding {
  const posted = creationsOf(answers);
  if (posted.length === 0) return holds(answers);
  if (!posted.every(isRefused)) return needsData('a refusal of the payloads {} and null');
  const earlier = before['list'] ?? [];
  if ([...answers, ...earlier].some((answer) => answer.list !== null && run.keys(answer) === null))
    return inconclusiveFinding('data', 'issues that can be told apart', ['list.records']);
  const { first = [], second = first, third = second, valid = third } = beforeConfirming;
  const others = [
    [first, second],
    [second, third],
    [third, valid],
    [answers, after['list'] ?? answers],
  ] as const;
  if (others.some(([one, next]) => addedUnmarked(next, one, run).length > 0))
    return inconclusiveFinding('unstable', 'Issues appeared that show no text of a creation of this run.');
  const isQuoted = run.ledger.creations.some(
    (one) => isRefused(one) && one.isMentioned && one.places.size === 0,
  );
  if (isQuoted) return inconclusiveFinding('unstable', 'Refused creations are quoted in issues.');
  const fresh = addedUnmarked(answers, earlier, run);
  const [newest] = fresh;
  if (newest === undefined) return unexplained(earlier, run) ?? holds(answers);
  const more = fresh.length > 1 ? `, with ${fresh.length - 1} more,` : '';
  const actual = `${shortName(newest)}${more} is new in the list after creations that got ${joinAnd([...new Set(posted.map(describeAnswer))])}`;
  const listings = answers.filter(({ list }) => list !== null);
  const listed = { keys: listings.flatMap((answer) => run.keys(answer) ?? []), answers: listings };
  const records = fresh.slice(0, 2).map((name) => recordIn(name, true, listed));
  const evidence = { answers: posted, context: listings, records };
  return violated('too-many', { expected: 'nothing new in the list', actual, ...evidence });
}

/**
 * Returns an inconclusive finding if issues without a text of this run are new in the list, although {} and null leave none at
 * once; else `null`. Another payload may have left them, or one of these later.
 */
function unexplained(listings: Answers, run: RunContext): Finding | null {
  const { ledger, target, preflight, listed } = run;
  if (!sameRepository(target.repository, target.writeRepository)) return null;
  const known = new Set([...listed.old, ...ledger.answeredIn(target.writeRepository)]);
  // An issue of a later page may be old, unless the list is short, and lists of open issues show it.
  const first = run.keysIn(listings.filter(({ ask }) => ask.query['page'] === '1'));
  const later = new Set(preflight.openAtFirst === null ? [] : listed.to(run.primaryCaller));
  const fresh = addedUnmarked(listings, preflight.otherStates, run).filter(
    (key) => first.has(key) || later.has(key),
  );
  const unknown = fresh.filter((key) => !known.has(key));
  // An issue whose texts are not shown may be one of these.
  const unlocated = ledger.creations.filter((one) => !isRefused(one) && one.places.size === 0);
  const [newest] = unknown;
  if (newest === undefined || unknown.length <= unlocated.length) return null;
  const which =
    unknown.length > 1
      ? `${shortName(newest)} and ${unknown.length - 1} more are`
      : `${shortName(newest)} is`;
  const why = `${which} new in the list, without a text of this run. Another client may be the reason, or a refused creation.`;
  return inconclusiveFinding('unclear', why);
}

/** True if TOKEN's payloads without a marker were refused, and full listings hold nothing that is neither old nor the run's. */
function isNothingNew(listings: Answers, run: RunContext): boolean {
  const { ledger, target, preflight } = run;
  const isSent = ledger
    .byMember(target.writeRepository)
    .some((one) => isRefused(one) && one.texts.length === 0);
  const areNamed = listings.every((answer) => answer.list === null || run.keys(answer) !== null);
  const atFirst = [...preflight.openPages, ...preflight.otherStates];
  return (
    isSent && areNamed && run.keysIn(listings).size > 0 && addedUnmarked(listings, atFirst, run).length === 0
  );
}

/** Refused payloads without a marker: if the list holds an issue that they may have left, more of them between two readings. */
const unmarked = (run: RunContext): Case => ({
  name: 'the list around the payloads {} and null',
  script: async (send) => {
    const listings = await listEverything(run)(send);
    if (isNothingNew(listings, run)) return listings;
    return [
      ...(await sendTogether(...UNMARKED.map((payload) => run.post(run.primaryCaller, payload)))(send)),
      ...(await listEverything(run)(send)),
    ];
  },
  twins: { list: listEverything(run) },
  // Another client may write whenever an issue is created.
  beforeConfirming: {
    first: listEverything(run),
    second: listEverything(run),
    third: listEverything(run),
    valid: async (send) => {
      const accepted = await sendInOrder(run.post(run.primaryCaller, run.valid))(send);
      await run.lag.settle(['create.rejected-no-effect']);
      return [...accepted, ...(await listEverything(run)(send))];
    },
  },
  how: 'alone',
  check: addsNothing,
});

/** Returns the audit of refused creations: none left an issue behind. */
export const refusedAudit = (run: RunContext): Case[] => [
  { name: 'all refused creations', script: searchRefused(run), quick: true, how: 'alone', check: noneLeft },
  // A valid creation shows if other clients write at the same time.
  ...(run.settings.writes === 'all' ? [unmarked(run)] : []),
];
