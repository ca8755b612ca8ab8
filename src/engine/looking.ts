import type { Exchange } from '../client/exchange.ts';
import type { RequestSpec } from '../client/request.ts';
import type { Asking } from '../client/target.ts';
import { areKeysKept } from '../snapshot/listing.ts';
import { sameKeys } from '../snapshot/sequence.ts';
import { keysIn } from './alike.ts';
import type { Ask, Look, Looks, RuleCase } from './case.ts';
import type { Judgement, Oracle, Stage } from './oracle.ts';
import type { Trial } from './trial.ts';

/** A case, and the first look at it. */
export interface Looked {
  readonly one: RuleCase;
  readonly look: Look;
}

const specOf = (ask: Ask): RequestSpec => (typeof ask === 'function' ? ask() : ask);

/** For looks that confirm something. */
export const CONFIRMING: Asking = { confirming: true };
/** For what others of its kind wait for. */
const FIRST: Asking = { first: true };

/** Asks what a case asks; what was asked before is taken from memory where it may be. */
async function answersTo(
  t: Trial,
  one: RuleCase,
  again: Asking | null,
  first: Asking = {},
): Promise<Exchange[]> {
  // With nothing else in flight there is nobody to wait for.
  const isOneByOne = one.oneByOne === true && again === null;
  const ask = (each: Ask): Promise<Exchange> =>
    typeof each === 'function' || again !== null || one.anew === true
      ? t.send(() => specOf(each), again ?? (isOneByOne ? FIRST : first))
      : t.ask(each, first);
  if (one.inTurn !== true) {
    const atOnce = (): Promise<Exchange[]> => Promise.all(one.asks.map(ask));
    return isOneByOne ? t.run.oneByOne(atOnce) : atOnce();
  }
  const inTurn = async (): Promise<Exchange[]> => {
    const before = await Promise.all(one.asks.slice(0, -1).map(ask));
    return [...before, ...(await Promise.all(one.asks.slice(-1).map(ask)))];
  };
  if (one.undisturbed === true) return t.run.target.alone(inTurn);
  return isOneByOne ? t.run.oneByOne(inTurn) : inTurn();
}

/** Looks at a case for the first time: twins are asked once for all cases that name them. */
export async function lookAt(t: Trial, one: RuleCase, oracle: Oracle, asking: Asking = {}): Promise<Looked> {
  const [answers, twins] = await Promise.all([
    one.shared === undefined ? answersTo(t, one, null, asking) : one.shared(),
    Promise.all(
      oracle
        .twins(one, 'look')
        .map(async (twin) =>
          twin === null ? undefined : typeof twin === 'function' ? t.send(twin, asking) : t.ask(twin, asking),
        ),
    ),
  ]);
  return { one, look: { answers, twins } };
}

/** Whether any listing was answered otherwise than when it was looked at first in this phase. */
export const listHasMoved = (t: Trial): boolean =>
  t.run.hasMoved((first, last) => {
    // What is too much to be kept is not known to be the same.
    if (![first, last].every((answer) => areKeysKept(answer, t.first.identity))) return false;
    const [keys, others] = [keysIn(first, t.known), keysIn(last, t.known)];
    return keys === null || others === null ? keys === others : sameKeys(keys, others);
  });

/** A case of one rule that is asked without a credential, among those of others. */
interface Stranger {
  readonly t: Trial;
  readonly one: RuleCase;
  readonly oracle: Oracle;
}

/**
 * Looks for the first time at cases that are asked without a credential, for all rules of a phase at the same moment: of
 * such requests there are few, and a list that moves between a case and its twin takes more of them. Cases with one twin
 * go side by side; those that can be spared, and those of drawn values, come last, while the ration lasts: one of each kind
 * before a second of any.
 */
export async function lookAtStrangers(
  t: Trial,
  cases: readonly RuleCase[],
  oracle: Oracle,
): Promise<Looked[]> {
  const wanted = cases.map((one): Stranger => ({ t, one, oracle }));
  const looked = await t.run.batch<Stranger, Looked>('strangers', wanted, async (all) => {
    // Of a list that has moved in this phase, what was answered before is of another time than what is asked now.
    if (listHasMoved(t)) t.run.target.forget();
    const named = all.toSorted((a, b) => (twinsName(a) < twinsName(b) ? -1 : 1));
    const isSpare = ({ one: { origin, spare } }: Stranger): boolean =>
      (origin !== undefined && origin.at !== null) || spare === true;
    const look =
      (asking: Asking) =>
      async (each: Stranger): Promise<readonly [Stranger, Looked]> => [
        each,
        await lookAt(each.t, each.one, each.oracle, asking),
      ];
    // Others may have asked for these already; once they have, it is known how many requests are left.
    const shared = await Promise.all(named.filter(isShared).map(look(CONFIRMING)));
    const certain = named.filter((each) => !isSpare(each) && !isShared(each));
    const asked = new Set<string>();
    /** Whether there is room for what a case takes beyond what others ask for; if so, it is taken. */
    const fits = (each: Stranger, room: number): boolean => {
      const names = namesOfStrangers(each).filter((name) => !asked.has(name));
      if (asked.size + names.length > room) return false;
      for (const name of names) asked.add(name);
      return true;
    };
    // What every run asks is not left out for the sake of confirmations that may not be needed, but for a few of them.
    const left = t.run.target.left('none', true);
    const most = t.run.target.left('none');
    const fitting = certain.map((each) => [each, fits(each, left - LEAST_KEPT)] as const);
    const spare = oneOfEachFirst(named.filter(isSpare)).filter((each) =>
      fits(each, isNamed(each) ? most : most - KEPT_BY_DRAWN),
    );
    // What is asked for is remembered from then on.
    const found = fitting.map(([each, isSure]) => look(isSure ? CONFIRMING : {})(each));
    const [needed, spared] = await Promise.all([Promise.all(found), Promise.all(spare.map(look({})))]);
    // What others sent meanwhile, or had to send again, may have taken the place of what can be spared.
    return new Map([...shared, ...needed, ...spared.filter(([, { look: first }]) => !isWithheld(first))]);
  });
  return wanted.flatMap((each) => looked.get(each) ?? []);
}

const isShared = ({ one }: Stranger): boolean => one.shared !== undefined;
const isNamed = ({ one }: Stranger): boolean => one.spare === true;

/** Cases that are named go first, then a drawn one of each kind: of each property of each rule. */
function oneOfEachFirst(strangers: readonly Stranger[]): Stranger[] {
  const drawn = new Map<string, number>();
  const ranked = strangers.map((each) => {
    const { t, one } = each;
    if (one.origin === undefined) return { each, rank: 0 };
    const kind = `${t.rule.id} ${one.origin.property}`;
    const rank = (drawn.get(kind) ?? 0) + 1;
    drawn.set(kind, rank);
    return { each, rank };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ each }) => each);
}

const isWithheld = ({ answers, twins }: Look): boolean =>
  [...answers, ...twins].some((answer) => answer?.fault?.kind === 'withheld');

/** Requests without a credential that are left for confirming in any case. */
const LEAST_KEPT = 10;
/** So many more of them are left by drawn values: what is named confirms most. */
const KEPT_BY_DRAWN = 4;

/** What a case takes of requests without a credential: those that others ask for as well have one name. */
const namesOfStrangers = ({ t, one, oracle }: Stranger): string[] =>
  [...one.asks, ...oracle.twins(one, 'look')].flatMap((ask, index) => {
    if (ask === null) return [];
    // What is asked anew is nobody else's.
    if (one.anew === true && index < one.asks.length) return JSON.stringify([t.rule.id, one.shown, index]);
    // Before it somebody else asks.
    if (typeof ask === 'function')
      return index < one.asks.length - 1 ? [] : JSON.stringify([one.shown, index]);
    return ask.as.standing === 'none' && !t.run.target.remembers(ask) ? JSON.stringify(ask) : [];
  });

const twinsName = ({ one, oracle }: Stranger): string =>
  JSON.stringify(oracle.twins(one, 'look').map((twin) => (typeof twin === 'function' ? null : twin)));

/** Looks at a case again, with all that may be needed to accuse it. */
export async function lookAnew(t: Trial, one: RuleCase, oracle: Oracle): Promise<Look> {
  const answers = await answersTo(t, one, CONFIRMING);
  const twins = await Promise.all(
    oracle
      .twins(one, 'confirm')
      .map(async (twin) => (twin === null ? undefined : t.send(() => specOf(twin), CONFIRMING))),
  );
  return { answers, twins };
}

/** All that the twins of a case were answered in this run, at whatever stage they are asked for. */
export function pastAnswersOf(t: Trial, one: RuleCase, oracle: Oracle): Look['answers'][] {
  const looked = oracle.twins(one, 'look');
  return oracle.twins(one, 'confirm').map((twin, index) => {
    const spec = twin ?? looked[index] ?? null;
    return spec === null || typeof spec === 'function' ? [] : t.run.answersTo(spec);
  });
}

/** What one look at a case says, as long as nothing was confirmed. */
export function judgeLook(t: Trial, one: RuleCase, look: Look, oracle: Oracle): Judgement {
  return oracle.judge(
    {
      looks: [look],
      earlier: [],
      aged: false,
      suspected: null,
      past: pastAnswersOf(t, one, oracle),
      known: t.known,
    },
    one,
  );
}

/** Looks at a case with nothing else in flight: case and twins once each, in an order that is drawn. */
export function lookAlone(
  t: Trial,
  one: RuleCase,
  oracle: Oracle,
  stage: Stage,
  draw: () => number,
): Promise<Look> {
  return t.run.target.alone(async () => {
    // A proxy may keep a connection to one machine of several.
    const asking = { ...CONFIRMING, fresh: draw() < 0.5 };
    let answers: readonly Exchange[] = [];
    const specs = oracle.twins(one, stage);
    const twins: (Exchange | undefined)[] = specs.map(() => undefined);
    const asks = [
      async () => {
        answers = await answersTo(t, one, asking);
      },
      ...specs.flatMap((twin, index) =>
        twin === null
          ? []
          : [
              async () => {
                twins[index] = await t.send(() => specOf(twin), asking);
              },
            ],
      ),
    ];
    for (const ask of shuffled(asks, draw)) await ask();
    return { answers, twins };
  });
}

function shuffled<T>(items: readonly T[], draw: () => number): T[] {
  return items
    .map((item) => ({ item, at: draw() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** A case that is to be looked at again, by the oracle that found it broken. */
export interface Suspicion {
  readonly one: RuleCase;
  readonly look: Look;
  readonly first: Judgement & { readonly kind: 'broken' };
  readonly oracle: Oracle;
  /** The one that it is a part of, by whose twins it was looked at first. */
  readonly whole: Oracle;
}

/** A case that was found broken when it was looked at first. */
export const suspicionOf = ({ one, look }: Looked, first: Suspicion['first'], whole: Oracle): Suspicion => ({
  one,
  look,
  first,
  oracle: first.by ?? whole,
  whole,
});

/** By which a twin that several cases name is known; one that is made anew each time is nobody else's. */
const nameOf = (twin: Ask): string | Ask => (typeof twin === 'function' ? twin : JSON.stringify(twin));

/** A suspicion of one rule among those of others. */
interface Wanted {
  readonly t: Trial;
  readonly suspicion: Suspicion;
}

/**
 * Looks at some cases again, together with those of all other rules that want to, all at once and with nothing else in
 * flight: on a list that others write to, most of them agree with a twin that was asked in the same moment.
 * @returns what each of them says now; twins of before and after the case excuse it
 */
export async function lookTogether(
  t: Trial,
  suspicions: readonly Suspicion[],
): Promise<ReadonlyMap<Suspicion, Judgement>> {
  const wanted = suspicions.map((suspicion): Wanted => ({ t, suspicion }));
  const judgements = await t.run.batch<Wanted, Judgement>('second look', wanted, (all) =>
    t.run.target.alone(() => lookAtBatch(t, all)),
  );
  return new Map(
    wanted.flatMap((one) => {
      const judgement = judgements.get(one);
      return judgement === undefined ? [] : [[one.suspicion, judgement] as const];
    }),
  );
}

async function lookAtBatch(t: Trial, wanted: readonly Wanted[]): Promise<ReadonlyMap<Wanted, Judgement>> {
  const named = wanted.map(({ suspicion: { one, oracle } }) => oracle.twins(one, 'again'));
  const twins = new Map<string | Ask, Ask>();
  for (const twin of named.flat()) if (twin !== null) twins.set(nameOf(twin), twin);
  const askTwins = async (of: (twin: Ask) => boolean): Promise<Map<string | Ask, Exchange>> =>
    new Map(
      await Promise.all(
        [...twins]
          .filter(([, twin]) => of(twin))
          .map(async ([name, twin]) => [name, await t.send(() => specOf(twin), CONFIRMING)] as const),
      ),
    );
  const [before, answers, after] = await Promise.all([
    askTwins(() => true),
    Promise.all(wanted.map(({ t: own, suspicion }) => answersTo(own, suspicion.one, CONFIRMING))),
    // Of what may be asked for without a credential there is little.
    askTwins((twin) => typeof twin !== 'function' && twin.as.standing !== 'none'),
  ]);
  const judgements = new Map<Wanted, Judgement>();
  const breathe = t.run.breather();
  for (const [index, each] of wanted.entries()) {
    const pause = breathe();
    if (pause !== null) await pause;
    const { t: own, suspicion } = each;
    const { one, oracle } = suspicion;
    const of = (given: ReadonlyMap<string | Ask, Exchange>): Look['twins'] =>
      (named[index] ?? []).map((twin) => (twin === null ? undefined : given.get(nameOf(twin))));
    const looks: Looks = {
      looks: [{ answers: answers[index] ?? [], twins: of(before) }],
      earlier: [{ answers: answers[index] ?? [], twins: of(after) }],
      aged: false,
      suspected: suspicion.first.violation.kind,
      past: pastAnswersOf(own, one, oracle),
      known: own.known,
    };
    judgements.set(each, oracle.judge(looks, one));
  }
  return judgements;
}
