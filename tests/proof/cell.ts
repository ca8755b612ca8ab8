import type { CircumstanceId } from '../../proof/circumstances.ts';
import { whyPassed } from '../../proof/page/wrong-passes.ts';
import { isSuccess } from '../../src/client/exchange.ts';
import type { TriedAll } from '../../src/host/in-process.ts';
import type { ProfileName } from '../../src/model/profile.ts';
import { ruleIds } from '../../src/model/rule-ids.ts';
import type { Verdict } from '../../src/model/verdict.ts';
import type { Rule } from '../../src/run/rule.ts';
import { deniedIn, untrueKind, type Witness } from './claims.ts';

/** Profiles in which every fault and variant is tried. */
export const MATRIX_PROFILES = ['standard', 'quick'] as const;

/** One run of the matrix: the results of one service in one profile. */
export interface Cell {
  readonly kind: 'fault' | 'variant' | 'nothing';
  readonly id: string;
  readonly profile: ProfileName;
  /** The circumstance of the fault, if any. */
  readonly circumstance?: CircumstanceId;
  /** Failed rules that the fault breaks, and failed gating rules that nothing breaks. */
  readonly caught: readonly string[];
  readonly alarms: readonly string[];
  readonly undecided: readonly string[];
  readonly passed: readonly string[];
  /** Rules that passed although the fault breaks them. */
  readonly wrongPasses: readonly string[];
  /**
   * Undecided rules with an untrue reason: it blames a rule that did not fail, or contradicts the service. Failed ones
   * with an untrue kind.
   */
  readonly untrue: readonly string[];
  readonly requests: number;
}

declare module 'vitest' {
  interface TaskMeta {
    /** The run of a matrix test. */
    cell?: Cell;
    /** Failed rules on a service whose private records look like public ones, if it was tried. */
    lookAlike?: readonly string[];
  }
}

/** Returns wrong passes without an accepted reason, as `FAULT: RULE`. */
export const unexplained = ({ id, profile, circumstance, wrongPasses }: Cell): readonly string[] =>
  wrongPasses
    .map((rule) => `${id}: ${rule}`)
    .filter((pass) => whyPassed(pass, circumstance ?? profile) === null);

const RULE_ID = new RegExp(`(?<![\\w.-])(?:${ruleIds.join('|').replaceAll('.', '\\.')})(?![\\w-])`, 'g');

/** True if a creation failed a rule on callers who must not create any issue, although it was answered as accepted. */
const isLetIn = (rule: Rule, verdict: Verdict): verdict is Verdict & { readonly verdict: 'fail' } =>
  'atEnd' in rule &&
  verdict.verdict === 'fail' &&
  verdict.violation.exchanges.some((each) => each.request.method === 'POST' && isSuccess(each));

/**
 * Returns the rules with an untrue reason: it blames a rule that did not fail, or contradicts the service. Failed ones
 * follow with an untrue kind.
 */
const untrueReasons = (
  tried: TriedAll['tried'],
  failed: ReadonlySet<string>,
  witness: Witness | undefined,
): string[] =>
  tried.flatMap(({ rule, verdict }) => {
    const reason = 'reason' in verdict ? (verdict.reason ?? '') : '';
    const isUntrue = (reason.match(RULE_ID) ?? []).some((named) => !failed.has(named));
    const denied =
      witness === undefined
        ? []
        : [
            ...deniedIn(reason, witness),
            ...(isLetIn(rule, verdict) ? untrueKind(verdict.violation, witness) : []),
          ];
    return isUntrue || denied.length > 0 ? [[rule.id, reason, ...denied].join(': ')] : [];
  });

/**
 * Returns the results of a service.
 * @param breaks all rules that may fail on it
 * @param surely those that its fault certainly breaks
 */
export function cellOf(
  { kind, id, profile, circumstance }: Pick<Cell, 'kind' | 'id' | 'profile' | 'circumstance'>,
  { tried, requests, witness }: TriedAll & { readonly witness?: Witness },
  breaks: readonly string[] = [],
  surely: readonly string[] = breaks,
): Cell {
  const of = (...verdicts: readonly string[]): string[] =>
    tried.filter(({ verdict }) => verdicts.includes(verdict.verdict)).map(({ rule }) => rule.id);
  const failed = of('fail');
  const passed = of('pass');
  return {
    kind,
    id,
    profile,
    ...(circumstance === undefined ? {} : { circumstance }),
    caught: failed.filter((rule) => breaks.includes(rule)),
    alarms: failed.filter((rule) => !breaks.includes(rule)),
    undecided: of('inconclusive', 'skip').filter((rule) => !rule.startsWith('observed.')),
    passed,
    wrongPasses: passed.filter((rule) => surely.includes(rule)),
    untrue: untrueReasons(tried, new Set(failed), witness),
    requests,
  };
}

/** True while the record is made. Then the whole product is tried, without comparison with the old record. */
export const isRecording = process.env['RECORD_PROOF'] === '1';

/**
 * True if this run of vitest tries a cell. The record tries all, `npm test` a sample, and `npm run test:rest`
 * the rest.
 */
export const isTried = (isOfSample: boolean): boolean =>
  isRecording || isOfSample === (process.env['MATRIX'] !== 'rest');
