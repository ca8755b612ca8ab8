import type { Exchange } from '../client/exchange.ts';
import { type Ask, nameOfAsk } from './case.ts';

/** The stages at which twins are asked: the first attempt; the first attempt of a confirmation; all others. */
export type Stage = 'look' | 'confirm' | 'again';

/** Requests whose answers a case is compared with, and the stages at which they are sent. */
export interface Twin {
  readonly asks: readonly Ask[];
  readonly at: readonly Stage[];
}

/** The twins of a case by their names; `none` for one that this case has no need of. */
export type Twins<T extends string = string> = Readonly<Record<T, Twin | 'none'>>;

/** The answers to twins by their names, in the order of their requests. Twins that were not asked are left out. */
export type TwinAnswers<T extends string = string> = Readonly<Partial<Record<T, readonly Exchange[]>>>;

const sentAt =
  (...at: Stage[]) =>
  (...asks: Ask[]): Twin => ({ asks, at });

/** A twin that is asked as often as the case is. */
export const always = sentAt('look', 'confirm', 'again');
/** A twin that is asked in the first attempt only. */
export const atFirst = sentAt('look');
/** A twin that costs nothing until the case disagrees. */
export const toConfirm = sentAt('confirm', 'again');
/** As {@link toConfirm}, for a twin that is asked once. */
export const onceToConfirm = sentAt('confirm');
/** A twin that is asked in the first attempt, and once to confirm. */
export const atFirstAndOnce = sentAt('look', 'confirm');

const entries = (twins: Twins): (readonly [string, Twin])[] =>
  Object.entries(twins).flatMap(([name, twin]) => (twin === 'none' ? [] : [[name, twin] as const]));

/** A request of a twin. */
export interface TwinAsk {
  readonly name: string;
  readonly ask: Ask;
}

const asksOf = (some: readonly (readonly [string, Twin])[]): TwinAsk[] =>
  some.flatMap(([name, { asks }]) => asks.map((ask) => ({ name, ask })));

/** The requests of all twins. */
export const allAsks = (twins: Twins): TwinAsk[] => asksOf(entries(twins));

/** The requests that are sent at a stage. */
export const asksAt = (twins: Twins, stage: Stage): TwinAsk[] =>
  asksOf(entries(twins).filter(([, { at }]) => at.includes(stage)));

/** The answers to some requests of twins, in their order, by the names of the twins. */
export function byName(
  some: readonly { readonly name: string; readonly answers: readonly Exchange[] }[],
): TwinAnswers {
  const named: Record<string, Exchange[]> = {};
  for (const { name, answers } of some) (named[name] ??= []).push(...answers);
  return named;
}

/** The answers to all twins that were asked. */
export const asked = (twins: TwinAnswers): readonly Exchange[] =>
  Object.values(twins).flatMap((answers) => answers ?? []);

/** Some of the answers, by the names of their twins. */
export const ofNames = (twins: TwinAnswers, names: readonly string[]): TwinAnswers =>
  Object.fromEntries(Object.entries(twins).filter(([name]) => names.includes(name)));

const isSame = (one: Ask, other: Ask | undefined): boolean =>
  other !== undefined && nameOfAsk(one) === nameOfAsk(other);

function joined(one: Twin | 'none', other: Twin | 'none', name: string): Twin | 'none' {
  if (one === 'none') return other;
  if (other === 'none') return one;
  if (
    one.asks.length !== other.asks.length ||
    !one.asks.every((ask, index) => isSame(ask, other.asks[index]))
  )
    throw new RangeError(`two checks of one case mean two requests by "${name}"; give them two names`);
  return { asks: one.asks, at: [...new Set([...one.at, ...other.at])] };
}

/** Joins the twins of several checks on one case. @throws {RangeError} if two of them give one name to two requests */
export function joinTwins(some: readonly Twins[]): Twins {
  const all: Record<string, Twin | 'none'> = {};
  for (const twins of some)
    for (const [name, twin] of Object.entries(twins)) all[name] = joined(all[name] ?? 'none', twin, name);
  return all;
}
