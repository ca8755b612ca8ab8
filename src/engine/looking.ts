import { keysIn } from '../checks/alike.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Asking } from '../client/target.ts';
import { sameRepository } from '../client/test-bed.ts';
import { type Ask, type Look, type Looks, nameOfAsk, type RuleCase, specOf } from '../model/case.ts';
import type { Check, Judgement } from '../model/check.ts';
import { askerOf } from '../model/judged.ts';
import { allAsks, asksAt, byName, type Stage, type TwinAnswers, type TwinAsk } from '../model/twins.ts';
import type { Heard } from '../run/listings.ts';
import type { Free } from '../run/rule.ts';
import { type Trial, withLess } from '../run/trial.ts';
import { hindrance } from '../snapshot/listing.ts';
import { sameKeys } from '../snapshot/sequence.ts';

/** A case, and the first attempt at it. */
export interface Looked {
  readonly one: RuleCase;
  readonly look: Look;
}

/** For attempts of a confirmation. */
export const CONFIRMING: Asking = { confirming: true };
/** For requests that others of their kind wait for. */
const FIRST: Asking = { first: true };

/** Asks what a case asks. Requests that were sent before are answered from memory if the case allows that. */
const answersTo = async (
  t: Trial,
  one: RuleCase,
  again: Asking | null,
  first: Asking = {},
): Promise<Exchange[]> => ownOf(t, await askAll(t, one, again, first));

/** Notes that answers are those to a rule's own requests. */
function ownOf<Some extends readonly Exchange[]>(t: Trial, answers: Some): Some {
  for (const answer of answers) t.errors.keys.add(t.run.errors.keyOf(answer));
  return answers;
}

async function askAll(t: Trial, one: RuleCase, again: Asking | null, first: Asking): Promise<Exchange[]> {
  // With nothing else in flight there is nobody to wait for.
  const isOneByOne = one.oneByOne === true && again === null;
  const ask = (each: Ask): Promise<Exchange> =>
    typeof each === 'function' || again !== null || one.anew === true
      ? t.send(() => specOf(each), again ?? (isOneByOne ? FIRST : first))
      : t.ask(each, first);
  if (one.inTurn !== true) {
    const atOnce = (): Promise<Exchange[]> => Promise.all(one.asks.map(ask));
    return isOneByOne ? t.run.target.oneByOne(atOnce) : atOnce();
  }
  const inTurn = async (): Promise<Exchange[]> => {
    const before = await Promise.all(one.asks.slice(0, -1).map(ask));
    return [...before, ...(await Promise.all(one.asks.slice(-1).map(ask)))];
  };
  if (one.undisturbed === true) return t.run.target.alone(inTurn);
  return isOneByOne ? t.run.target.oneByOne(inTurn) : inTurn();
}

/** Returns the answers to twins. */
const answersToTwins = async (
  t: Trial,
  asks: readonly TwinAsk[],
  send: (ask: Ask) => Promise<Exchange>,
): Promise<TwinAnswers> =>
  byName(
    await Promise.all(
      asks.map(async ({ name, ask }) => {
        const answer = await send(ask);
        t.errors.twinKeys.add(t.run.errors.keyOf(answer));
        return { name, answers: [answer] };
      }),
    ),
  );

/** Looks at a case for the first time: twins are asked once for all cases that name them. */
export async function lookAt(t: Trial, one: RuleCase, check: Check, asking: Asking = {}): Promise<Looked> {
  const [answers, twins] = await Promise.all([
    one.shared === undefined
      ? answersTo(t, one, null, asking)
      : one.shared().then((shared) => ownOf(t, shared)),
    answersToTwins(t, asksAt(check.twins(one), 'look'), (ask) =>
      typeof ask === 'function' ? t.send(ask, asking) : t.ask(ask, asking),
    ),
  ]);
  return { one, look: { answers, twins } };
}

/** True if a listing has changed since its first reading in this phase. */
export const listHasMoved = (t: Trial): boolean =>
  t.run.listings.hasMoved((first, last) => {
    const [keys, others] = [keysIn(first, t.known), keysIn(last, t.known)];
    return keys === null || others === null ? keys === others : sameKeys(keys, others);
  });

/** Returns all answers to the twins of a case in this run, at every stage. */
export const pastAnswersOf = (t: Trial, one: RuleCase, check: Check): TwinAnswers =>
  byName(
    allAsks(check.twins(one)).map(({ name, ask }) => ({
      name,
      answers: typeof ask === 'function' ? [] : t.run.listings.answersTo(ask),
    })),
  );

/** Judges attempts at a case. @param more excuses, if there are any; unless told otherwise, the list was not given its time */
export const judgeLooks = (
  t: Trial,
  one: RuleCase,
  check: Check,
  looks: readonly Look[],
  more: Partial<Pick<Looks, 'earlier' | 'aged' | 'suspected'>> = {},
): Judgement =>
  check.judge(
    {
      looks,
      earlier: [],
      aged: false,
      suspected: null,
      past: pastAnswersOf(t, one, check),
      known: t.known,
      ...more,
    },
    one,
  );

/** Looks at a case with nothing else in flight: case and twins once each, in an order that is drawn. */
export function lookAlone(
  t: Trial,
  one: RuleCase,
  check: Check,
  stage: Stage,
  draw: () => number,
): Promise<Look> {
  return t.run.target.alone(async () => {
    // A proxy may keep a connection to one machine of several.
    const asking = { ...CONFIRMING, fresh: draw() < 0.5 };
    let answers: readonly Exchange[] = [];
    const given = asksAt(check.twins(one), stage).map(({ name, ask }) => ({
      name,
      ask,
      answers: [] as Exchange[],
    }));
    const sendings = [
      async () => {
        answers = await answersTo(t, one, asking);
      },
      ...given.map((twin) => async () => {
        twin.answers.push(await t.send(() => specOf(twin.ask), asking));
      }),
    ];
    for (const send of shuffled(sendings, draw)) await send();
    const attemptsAt = (some: readonly Exchange[]): Exchange[] =>
      some.flatMap((answer) => t.run.target.attemptsAt(answer));
    t.errors.add(
      askerOf(one),
      attemptsAt(answers),
      given.map((twin) => [twin.name, attemptsAt(twin.answers)]),
    );
    return { answers, twins: byName(given) };
  });
}

function shuffled<T>(items: readonly T[], draw: () => number): T[] {
  return items
    .map((item) => ({ item, at: draw() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** A case that disagreed, and the check that found it broken. */
export interface Suspicion {
  readonly one: RuleCase;
  readonly look: Look;
  readonly first: Judgement & { readonly kind: 'broken' };
  readonly check: Check;
  /** The combined check, whose twins were requested first. */
  readonly whole: Check;
}

/** Makes a suspicion of a case that was broken in its first attempt. */
export const suspicionOf = ({ one, look }: Looked, first: Suspicion['first'], whole: Check): Suspicion => ({
  one,
  look,
  first,
  check: first.by ?? whole,
  whole,
});

/** A suspicion of one rule among those of others. */
interface Wanted {
  readonly t: Trial;
  readonly suspicion: Suspicion;
}

/** An attempt at a suspicion, and the answers to its twins after it. */
interface SecondLook {
  readonly look: Look;
  readonly after: TwinAnswers;
}

/**
 * Makes one more attempt at the disagreements of all rules, all at once and with nothing else in flight. On a changing
 * list most of them agree with a twin of the same moment.
 * @throws {Stopped}
 */
export async function lookTogether(wanted: readonly Wanted[]): Promise<ReadonlyMap<Suspicion, SecondLook>> {
  const [first] = wanted;
  return first === undefined ? new Map() : first.t.run.target.alone(() => askTogether(first.t, wanted));
}

async function askTogether(t: Trial, wanted: readonly Wanted[]): Promise<ReadonlyMap<Suspicion, SecondLook>> {
  const asks = wanted.map(({ suspicion: { one, check } }) => asksAt(check.twins(one), 'again'));
  const twins = new Map(asks.flat().map(({ ask }) => [nameOfAsk(ask), ask]));
  const askTwins = async (of: (twin: Ask) => boolean): Promise<Map<string | Ask, Exchange>> =>
    new Map(
      await Promise.all(
        [...twins]
          .filter(([, twin]) => of(twin))
          .map(async ([request, twin]) => [request, await t.send(() => specOf(twin), CONFIRMING)] as const),
      ),
    );
  const [before, answers, after] = await Promise.all([
    askTwins(() => true),
    Promise.all(wanted.map(({ t: own, suspicion }) => answersTo(own, suspicion.one, CONFIRMING))),
    // Few requests may be sent without a credential.
    askTwins((twin) => typeof twin !== 'function' && twin.as.standing !== 'none'),
  ]);
  return new Map(
    wanted.map(({ suspicion }, index) => {
      const of = (given: ReadonlyMap<string | Ask, Exchange>): TwinAnswers =>
        byName(
          (asks[index] ?? []).map(({ name, ask }) => ({
            name,
            answers: [given.get(nameOfAsk(ask)) ?? []].flat(),
          })),
        );
      return [suspicion, { look: { answers: answers[index] ?? [], twins: of(before) }, after: of(after) }];
    }),
  );
}

/** Judges a second attempt. Twins from before and after the case excuse it. */
export const judgeTogether = (
  t: Trial,
  { one, first, check }: Suspicion,
  { look, after }: SecondLook,
): Judgement =>
  judgeLooks(t, one, check, [look], {
    earlier: [{ answers: look.answers, twins: after }],
    suspected: first.violation.kind,
  });

/** Listings that other rules were given, as cases of a rule whose check is free of its case. */
export function heardBy(t: Trial, { of, check, judgesRefusals }: Free, own: readonly Looked[]): Looked[] {
  const known = new Set<Exchange>(own.flatMap(({ look }) => look.answers));
  return t.run.listings.heard
    .filter(
      (heard) =>
        (judgesRefusals === true
          ? hindrance(heard.exchange) === null
          : heard.exchange.response?.status === 200) &&
        !known.has(heard.exchange) &&
        of(heard),
    )
    .map((heard) => {
      const one = withSmaller(caseOf(heard, t), heard, { t, of });
      const given = asksAt(check.twins(one), 'look').map(({ name, ask: spec }) => ({
        name,
        answers: [(typeof spec === 'function' ? undefined : t.run.listings.lastAnswerTo(spec)) ?? []].flat(),
      }));
      return { one, look: { answers: [heard.exchange], twins: byName(given) } };
    });
}

/** Adds cases with fewer parameters, which may show the same. */
const withSmaller = (
  one: RuleCase,
  heard: Heard,
  { t, of }: { readonly t: Trial; readonly of: Free['of'] },
): RuleCase => ({
  ...one,
  smaller: () =>
    withLess(one.query, Object.keys(one.query)).flatMap((query) => {
      const less = { ...heard, spec: { ...heard.spec, query } };
      return of(less) ? [caseOf(less, t)] : [];
    }),
});

const caseOf = ({ spec, caller }: Heard, t: Trial): RuleCase => ({
  depth: 'quick',
  shown: {
    ...(sameRepository(spec.repository, t.bed.repository) ? {} : spec.repository),
    ...spec.query,
    ...(caller === t.base ? {} : { asked: caller }),
  },
  caller,
  query: spec.query ?? {},
  asks: [spec],
});
