import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { refusing } from '../changes/answers.ts';
import { type Applies, combine } from '../changes/decisions.ts';

/** A difference that breaks no sentence of the specification. No rule may fail on it. */
export interface Variant {
  readonly id: string;
  /** `silent`: the specification allows it. `bad-day`: a healthy service under load or during an incident. */
  readonly kind: 'silent' | 'bad-day';
  readonly difference: string;
  /** Called once for each service; the state of the variant belongs in its closure. */
  readonly change: Change;
  /** Gating rules that stay undecided because of its data or its flakiness. */
  readonly undecidedRules?: readonly RuleId[];
}

type Row = Omit<Variant, 'id' | 'kind'>;

/** Makes variants of a table, whose keys are their ids. */
export const variantsOf = (kind: Variant['kind'], table: Readonly<Record<string, Row>>): readonly Variant[] =>
  Object.entries(table).map(([id, row]) => Object.assign({ id, kind }, row));

/** Returns the maker of rows that differ by one change: `row(difference, ...parameters)`. */
export const variationOf =
  <Parameters extends readonly unknown[]>(change: (...parameters: Parameters) => Change) =>
  (difference: string, ...parameters: Parameters): Row => ({ difference, change: change(...parameters) });

export const differs = variationOf((change: Change) => change);

/** Makes rows by another maker that cannot show some rules: `hides(rules, maker)(difference, ...parameters)`. */
export const hides =
  <Parameters extends readonly unknown[]>(
    undecidedRules: readonly RuleId[],
    row: (difference: string, ...parameters: Parameters) => Row,
  ) =>
  (difference: string, ...parameters: Parameters): Row => ({
    ...row(difference, ...parameters),
    undecidedRules,
  });

/** Makes a row of a difference that refuses some listings, which are named: `refuses(422, 'An unknown state', applies)`. */
export const refuses = (status: number, listing: string, applies: Applies): Row =>
  differs(`${listing} is refused with ${status}.`, refusing(status, applies));

/** Makes a row of several, of which the first one is nearest to the service. */
export const together = (...rows: readonly Row[]): Row => ({
  difference: rows.map(({ difference }) => difference).join(' '),
  change: combine(...rows.map(({ change }) => change)),
});
