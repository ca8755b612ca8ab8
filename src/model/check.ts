import { type Cause, type Doubt, doubtIn, gravest } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Caller } from '../client/test-bed.ts';
import type { Look, Looks, RuleCase } from './case.ts';
import type { RuleId } from './rule-ids.ts';
import { SIGHTINGS_TO_ACCUSE } from './tuning.ts';
import { joinTwins, ofNames, type Twins } from './twins.ts';
import type { ConfirmedViolation, Violation } from './violation.ts';

/** Answers of which at least one is there. */
type Answers = readonly [Exchange, ...Exchange[]];

/** The answers could have broken the rule and did not: some change of one of them makes the check say `broken`. */
export interface HeldJudgement {
  readonly kind: 'held';
  readonly on: Answers;
  /** The claims of several checks on one case. */
  readonly claims?: readonly Claim[];
}

/** One check's claim that a case held, and the answers that show it. */
export interface Claim {
  /** The words of the check. */
  readonly says: string;
  readonly on: Answers;
}

/** The judgement of some attempts at a case. */
export type Judgement =
  | HeldJudgement
  /**
   * The answers could not have broken it; `needs` says what would let them: "more than 30 issues". That is data, which the
   * target lacks, or answers that it did not give.
   */
  | {
      readonly kind: 'vacuous';
      readonly cause: Cause;
      readonly needs: string;
      readonly isRefusal?: true;
      readonly blames?: readonly string[] | undefined;
    }
  /** Nothing follows from the answers. */
  | (Doubt & { readonly kind: 'undecided' })
  | {
      readonly kind: 'broken';
      readonly violation: Violation;
      /** The attempts in which it is seen. */
      readonly seen: number;
      /** The attempts that rule out chance. */
      readonly looks: number;
      /** True if the list of another time explains it: a cache or a copy may be behind. */
      readonly age: boolean;
      /** True if a bad moment explains it, unless it comes again. */
      readonly fleeting: boolean;
      /** The check that found it, if several judge the case. */
      readonly by?: Check;
    };

/** A rule that is seen to be broken, which is to be confirmed. */
export type Broken = Judgement & { readonly kind: 'broken' };

/** The target holds nothing that could have broken the rule. */
export const lacking = (needs: string, blames?: readonly RuleId[]) =>
  ({ kind: 'vacuous', cause: 'data', needs, blames }) as const;
/** No record was read, or records cannot be told apart: the target holds too little, or its lists are malformed. */
export const ALL_ALIKE = lacking('issues that can be told apart', ['list.array', 'list.records']);
/** No answer could have broken the rule; another rule may be broken. */
export const unshown = (needs: string, blames?: readonly RuleId[]) =>
  ({ kind: 'vacuous', cause: 'other-rule', needs, blames }) as const;
/** The answers that show that the rule holds; without any nothing is shown. */
export function held(on: readonly Exchange[]): Judgement {
  const [first, ...others] = on;
  return first === undefined
    ? unshown('an answer that it can be judged by')
    : { kind: 'held', on: [first, ...others] };
}
/** It was refused, as others are: a refusal says nothing of what a listing holds, to whomever. */
export const refused = (needs: string) => ({ ...unshown(needs), isRefusal: true }) as const;
export const undecided = (doubt: Doubt) => ({ kind: 'undecided', ...doubtIn(doubt) }) as const;

/** Makes a violation that neither age nor a bad moment explains, unless told otherwise. */
export const broken = (
  violation: Violation,
  seen: number,
  {
    looks = SIGHTINGS_TO_ACCUSE,
    age = false,
    fleeting = false,
  }: { looks?: number; age?: boolean; fleeting?: boolean } = {},
): Broken => ({ kind: 'broken', violation, seen, looks, age, fleeting });

/** The caller of a case, and its query, which is the same for callers who asked for the same. */
export interface AskedBy {
  readonly caller: Caller | 'invalid';
  readonly query: string;
}

/** The outcome of one case, and who asked, unless nobody in particular did. */
export type CaseResult = { readonly by?: AskedBy } & (
  | Exclude<Judgement, { readonly kind: 'broken' | 'held' }>
  | { readonly kind: 'held' }
  | { readonly kind: 'violated'; readonly violation: ConfirmedViolation }
);

/** A case that held. The answers are not kept, since they are large. */
export const HELD = { kind: 'held' } as const satisfies CaseResult;

/** Returns the part of a judgement that is kept. */
export const resultOf = (judgement: Exclude<Judgement, { readonly kind: 'broken' }>): CaseResult =>
  judgement.kind === 'held' ? HELD : judgement;

/** Judges the answers to a case. Pure. */
export interface Check<T extends string = string> {
  /** In a few words, for the documentation: "like the plain list". */
  readonly says: string;
  /** Returns the twins of a case, by names that the judgement reads. */
  readonly twins: (one: RuleCase) => Twins<T>;
  /** True if it needs no twins that may not be sent any more: their earlier answers are enough. */
  readonly spares?: boolean;
  /** True if it never says `broken`: it only lets the checks beside it judge, and shows nothing itself. */
  readonly isPrecondition?: true;
  readonly judge: (looks: Looks<T>, one: RuleCase) => Judgement;
}

/** Returns the attempts with the answers to some of the twins only. */
export function withTwins({ looks, earlier, past, ...rest }: Looks, names: readonly string[]): Looks {
  const own = (look: Look): Look => ({ ...look, twins: ofNames(look.twins, names) });
  return { ...rest, looks: looks.map(own), earlier: earlier.map(own), past: ofNames(past, names) };
}

/** Judges by a check that is a part of another one: it is shown the twins that it names itself. */
export const judgeBy = (check: Check, looks: Looks, one: RuleCase): Judgement =>
  check.judge(withTwins(looks, Object.keys(check.twins(one))), one);

/**
 * Joins several checks on one case. The first that finds it broken decides, and confirms it; then one that cannot
 * decide.
 */
export function all(...checks: readonly Check[]): Check {
  return {
    says: checks.map(({ says }) => says).join('; '),
    twins: (one) => joinTwins(checks.map(({ twins }) => twins(one))),
    judge: (looks, one) => {
      const judgements: Judgement[] = [];
      const claims: Claim[] = [];
      for (const check of checks) {
        const judgement = judgeBy(check, looks, one);
        if (judgement.kind === 'broken') return { ...judgement, by: judgement.by ?? check };
        judgements.push(judgement);
        if (judgement.kind === 'held' && check.isPrecondition !== true)
          claims.push(...(judgement.claims ?? [{ says: check.says, on: judgement.on }]));
      }
      const unsure = judgements.flatMap((each) => (each.kind === 'undecided' ? each : []));
      const empty = judgements.flatMap((each) => (each.kind === 'vacuous' ? each : []));
      const doubt = gravest(unsure) ?? gravest(empty);
      if (doubt !== null) return doubt;
      const shown = held([...new Set(claims.flatMap(({ on }) => on))]);
      return shown.kind === 'held' ? { ...shown, claims } : shown;
    },
  };
}

/** Chooses one of several checks for each case. */
export function byCase(says: string, checkOf: (one: RuleCase) => Check): Check {
  return {
    says,
    twins: (one) => checkOf(one).twins(one),
    judge: (looks, one) => checkOf(one).judge(looks, one),
  };
}
