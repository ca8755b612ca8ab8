import type { Cause } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Answer } from './ask.ts';
import type { RuleId } from './rule-ids.ts';
import type { Violation, ViolationKind } from './violation.ts';

/** What one attempt shows. */
export type Finding =
  /** Some change of these answers would have made it `broken`. */
  | { readonly is: 'holds'; readonly shownBy: readonly [Exchange, ...Exchange[]] }
  /** Nothing follows. With the cause `data`, `why` says what the target lacks, and other cases may still decide. */
  | {
      readonly is: 'nothing';
      readonly cause: Cause;
      readonly why: string;
      readonly blames?: readonly RuleId[];
    }
  | {
      readonly is: 'broken';
      readonly violation: Violation;
      /** True if neither chance, age nor another writer explains it: three sightings in all are enough. */
      readonly isCertain?: true;
      /** The kind by whose attempts it is confirmed, if another writer explains it. */
      readonly confirmedLike?: ViolationKind;
    };

export type Broken = Extract<Finding, { is: 'broken' }>;
/** Returns the kind by whose attempts a violation is confirmed. */
export const kindToConfirm = ({ violation, confirmedLike }: Broken): ViolationKind =>
  confirmedLike ?? violation.kind;
export type Nothing = Extract<Finding, { is: 'nothing' }>;

/** A finding that nothing follows. */
export const nothing = (cause: Cause, why: string, blames?: readonly RuleId[]): Nothing => ({
  is: 'nothing',
  cause,
  why,
  ...(blames === undefined ? {} : { blames }),
});

/** A finding that the answers could have broken the rule, and did not. */
export function holds(answers: readonly Pick<Answer, 'exchange'>[]): Finding {
  const [first, ...others] = answers.map(({ exchange }) => exchange);
  return first === undefined
    ? nothing('unclear', 'Nothing was asked.')
    : { is: 'holds', shownBy: [first, ...others] };
}
