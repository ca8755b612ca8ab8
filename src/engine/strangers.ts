import type { Asking } from '../client/target.ts';
import { type Ask, nameOfAsk, type RuleCase } from './case.ts';
import { CONFIRMING, type Looked, listHasMoved, lookAt } from './looking.ts';
import type { Oracle } from './oracle.ts';
import type { Trial } from './trial.ts';
import { ANONYMOUS_REQUESTS_LEFT, ATTEMPTS_TO_RULE_OUT_CHANCE } from './tuning.ts';
import { asked, asksAt } from './twins.ts';

/** A case of one rule that is asked without a credential, among those of others. */
export interface StrangerCase {
  readonly t: Trial;
  readonly one: RuleCase;
  readonly oracle: Oracle;
}

/**
 * Looks for the first time at cases that are asked without a credential, for all rules of a phase at the same moment: of
 * such requests there are few, and a list that moves between a case and its twin takes more of them. Cases with one twin
 * go side by side; those that can be spared, and those of drawn values, come last, while the ration lasts: one of each kind
 * before a second of any. @throws {Stopped}
 */
export async function lookAtStrangers(
  all: readonly StrangerCase[],
): Promise<ReadonlyMap<StrangerCase, Looked>> {
  const [first] = all;
  if (first === undefined) return new Map();
  const { target } = first.t.run;
  // Of a list that has moved in this phase, what was answered before is of another time than what is asked now.
  if (listHasMoved(first.t)) target.forget();
  const named = all.toSorted((a, b) => (twinsName(a) < twinsName(b) ? -1 : 1));
  const isSpare = ({ one: { origin, spare } }: StrangerCase): boolean =>
    (origin !== undefined && origin.at !== null) || spare === true;
  const look =
    (asking: Asking) =>
    async (each: StrangerCase): Promise<readonly [StrangerCase, Looked]> => [
      each,
      await lookAt(each.t, each.one, each.oracle, asking),
    ];
  // Others may have asked for these already; once they have, it is known how many requests are left.
  const shared = await Promise.all(named.filter(isShared).map(look(CONFIRMING)));
  const certain = named.filter((each) => !isSpare(each) && !isShared(each));
  const taken = new Set<unknown>();
  /** Whether there is room for what a case takes beyond what others ask for; if so, it is taken. */
  const fits = (each: StrangerCase, room: number): boolean => {
    const names = namesOfStrangers(each).filter((name) => !taken.has(name));
    if (taken.size + names.length > room) return false;
    for (const name of names) taken.add(name);
    return true;
  };
  // What every run asks is not left out for the sake of confirmations that may not be needed, but for a few of them.
  const left = target.left('none', true);
  const most = target.left('none');
  const fitting = certain.map((each) => [each, fits(each, left - ATTEMPTS_TO_RULE_OUT_CHANCE)] as const);
  const spare = oneOfEachFirst(named.filter(isSpare)).filter((each) =>
    fits(each, isNamed(each) ? most : most - ANONYMOUS_REQUESTS_LEFT),
  );
  // What is asked for is remembered from then on.
  const found = fitting.map(([each, isSure]) => look(isSure ? CONFIRMING : {})(each));
  const [needed, spared] = await Promise.all([Promise.all(found), Promise.all(spare.map(look({})))]);
  // What others sent meanwhile, or had to send again, may have taken the place of what can be spared.
  return new Map([...shared, ...needed, ...spared.filter(([, { look: one }]) => !isWithheld(one))]);
}

const isShared = ({ one }: StrangerCase): boolean => one.shared !== undefined;
const isNamed = ({ one }: StrangerCase): boolean => one.spare === true;

/** Cases that are named go first, then a drawn one of each kind: of each property of each rule. */
function oneOfEachFirst(strangers: readonly StrangerCase[]): StrangerCase[] {
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

const isWithheld = ({ answers, twins }: Looked['look']): boolean =>
  [...answers, ...asked(twins)].some(({ fault }) => fault?.kind === 'withheld');

/** What a case takes of requests without a credential: those that others ask for as well have one name. */
const namesOfStrangers = ({ t, one, oracle }: StrangerCase): unknown[] =>
  [...one.asks, ...twinsAtFirst(oracle, one)].flatMap((ask, index) => {
    // What is asked anew is nobody else's.
    if (one.anew === true && index < one.asks.length) return ask;
    // Before it somebody else asks.
    if (typeof ask === 'function') return index < one.asks.length - 1 ? [] : ask;
    return ask.as.standing === 'none' && !t.run.target.remembers(ask) ? nameOfAsk(ask) : [];
  });

const twinsName = ({ one, oracle }: StrangerCase): string =>
  JSON.stringify(twinsAtFirst(oracle, one).map((ask) => (typeof ask === 'function' ? null : ask)));

const twinsAtFirst = (oracle: Oracle, one: RuleCase): Ask[] =>
  asksAt(oracle.twins(one), 'look').map(({ ask }) => ask);
