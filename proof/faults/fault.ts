import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { changeStatus, refusing } from '../changes/answers.ts';
import type { Applies } from '../changes/decisions.ts';

/** An injected fault: a way of breaking the specification. */
export interface Fault {
  readonly id: string;
  /** The mistake in the service, in one sentence. */
  readonly description: string;
  /**
   * Ids of all rules that the fault breaks on the fixture data. At least one of them must fail, and no other
   * rule may.
   */
  readonly breaks: readonly RuleId[];
  /** Called once for each service; the state of the fault belongs in its closure. */
  readonly change: Change;
}

type Row = Omit<Fault, 'id'>;

/** Makes faults of a table, whose keys are their ids. */
export function faultsOf<Id extends string>(
  table: Readonly<Record<Id, Row>>,
): readonly (Fault & { readonly id: Id })[] {
  return Object.entries<Row>(table).map(([id, row]) => Object.assign({ id: id as Id }, row));
}

/** Returns the maker of rows that break some rules by one change: `row(description, ...parameters)`. */
export const family =
  <Parameters extends readonly unknown[]>(
    rules: readonly RuleId[],
    change: (...parameters: Parameters) => Change,
  ) =>
  (description: string, ...parameters: Parameters): Row => ({
    description,
    breaks: rules,
    change: change(...parameters),
  });

/** Makes a row of a fault that breaks one rule, or several: `breaks(rules)(description, change)`. */
export const breaks = (rules: RuleId | readonly RuleId[]) =>
  family([rules].flat(), (change: Change) => change);

/** Makes a row of a fault that refuses some listings, which are named: `denies(rules, status)('A later page', isLaterPage)`. */
export const denies =
  (rules: RuleId | readonly RuleId[], status: number) =>
  (listing: string, applies: Applies): Row =>
    breaks(rules)(`${listing} is answered with ${status}.`, refusing(status, applies));

/** The words of descriptions for a refused request, by the reason of its refusal. */
const REFUSED = {
  'repository-hidden': 'A private repository',
  'repository-unknown': 'An unknown repository',
  'credential-missing': 'A creation without a credential',
  'credential-unknown': 'An invalid credential',
} as const;

/** Makes a row of a fault that refuses with a wrong status, perhaps if something is so: `refused(rules, what)(status, when)`. */
export const refused =
  (rules: RuleId | readonly RuleId[], what: keyof typeof REFUSED) =>
  (status: number, [when, applies]: readonly [when?: string, applies?: Applies] = []): Row =>
    breaks(rules)(
      `${REFUSED[what]} is answered with ${status}${when === undefined ? '' : `, if ${when}`}.`,
      changeStatus(what, status, applies),
    );

/**
 * Returns the fault or variant with this id.
 * @throws {Error} that lists all of the kind if the id is unknown
 */
export function findIn<One extends { readonly id: string }>(
  kind: 'fault' | 'variant',
  all: readonly One[],
  id: string,
): One {
  const found = all.find((one) => one.id === id);
  if (found !== undefined) return found;
  throw new Error(`Unknown ${kind} "${id}"; expected one of ${all.map((one) => one.id).join(', ')}.`);
}
