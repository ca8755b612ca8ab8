import type { Asking } from '../client/target.ts';
import { type Ask, nameOfAsk, type RuleCase } from '../model/case.ts';
import type { Check } from '../model/check.ts';
import { asksAt } from '../model/twins.ts';
import type { Trial } from '../run/trial.ts';
import { CONFIRMING, type Looked, listHasMoved, lookAt } from './looking.ts';

/** A case of one rule that is asked without a credential, among those of others. */
export interface StrangerCase {
  readonly t: Trial;
  readonly one: RuleCase;
  readonly check: Check;
}

/**
 * Makes the first attempts at cases without a credential, for all rules of a phase together, since such requests are few.
 * Cases with one twin go side by side, because a list that moves between them costs more requests. Spare cases and
 * generated values come last, one of each kind first.
 * @throws {Stopped}
 */
export async function lookAtStrangers(
  all: readonly StrangerCase[],
): Promise<ReadonlyMap<StrangerCase, Looked>> {
  const [first] = all;
  if (first === undefined) return new Map();
  const { target } = first.t.run;
  // If the list has changed in this phase, earlier answers are of another time.
  if (listHasMoved(first.t)) target.forget();
  const named = all.toSorted((a, b) => (twinsName(a) < twinsName(b) ? -1 : 1));
  const isSpare = ({ one: { origin, spare } }: StrangerCase): boolean =>
    (origin !== undefined && origin.at !== null) || spare === true;
  const look =
    (asking: Asking) =>
    async (each: StrangerCase): Promise<readonly [StrangerCase, Looked]> => [
      each,
      await lookAt(each.t, each.one, each.check, asking),
    ];
  // Others may have asked for these already; once they have, it is known how many requests are left.
  const shared = await Promise.all(named.filter(isShared).map(look(CONFIRMING)));
  const certain = named.filter((each) => !isSpare(each) && !isShared(each));
  const taken = new Set(certain.flatMap(namesOfStrangers));
  const most = target.left('none');
  /** True if there is room for the requests of a case that no other case sends. They are then taken. */
  const fits = (each: StrangerCase): boolean => {
    const names = namesOfStrangers(each).filter((name) => !taken.has(name));
    if (taken.size + names.length > most) return false;
    for (const name of names) taken.add(name);
    return true;
  };
  const spare = oneOfEachFirst(named.filter(isSpare)).filter(fits);
  // From here on, answers are remembered. Cases of every run may take requests that are kept for confirmations.
  const looked = [...certain.map(look(CONFIRMING)), ...spare.map(look({}))];
  return new Map([...shared, ...(await Promise.all(looked))]);
}

const isShared = ({ one }: StrangerCase): boolean => one.shared !== undefined;

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

/** Returns the requests without a credential of a case, by names that cases share. */
const namesOfStrangers = ({ t, one, check }: StrangerCase): unknown[] =>
  [...one.asks, ...twinsAtFirst(check, one)].flatMap((ask, index) => {
    // No other case shares a request that is made anew.
    if (one.anew === true && index < one.asks.length) return ask;
    // Before it somebody else asks.
    if (typeof ask === 'function') return index < one.asks.length - 1 ? [] : ask;
    return ask.as.standing === 'none' && !t.run.target.remembers(ask) ? nameOfAsk(ask) : [];
  });

const twinsName = ({ one, check }: StrangerCase): string =>
  JSON.stringify(twinsAtFirst(check, one).map((ask) => (typeof ask === 'function' ? null : ask)));

const twinsAtFirst = (check: Check, one: RuleCase): Ask[] =>
  asksAt(check.twins(one), 'look').map(({ ask }) => ask);
