import type { CircumstanceId } from '../../proof/circumstances.ts';
import { whyPassed } from '../../proof/page/wrong-passes.ts';
import type { ProfileName } from '../../src/engine/profile.ts';
import { type RuleId, ruleIds } from '../../src/engine/rule-ids.ts';
import type { TriedAll } from '../../src/host/in-process.ts';
import { deniedIn, type Witness } from './claims.ts';

/** Profiles in which every fault and every variant is run. */
export const MATRIX_PROFILES = ['standard', 'quick'] as const;

/** The gating rules. */
export const GATING: readonly RuleId[] = ruleIds.filter((id) => !id.startsWith('observed.'));

/** One run of the matrix: what became of one service in one profile. */
export interface Cell {
  readonly kind: 'fault' | 'variant' | 'nothing';
  readonly id: string;
  readonly profile: ProfileName;
  /** Under which a fault showed, if not always. */
  readonly circumstance?: CircumstanceId;
  /** Rules of the fault that failed, and gating rules that failed although nothing breaks them. */
  readonly caught: readonly string[];
  readonly alarms: readonly string[];
  readonly undecided: readonly string[];
  readonly passed: readonly string[];
  /** Rules that passed although the fault breaks them. */
  readonly wrongPasses: readonly string[];
  /** Undecided rules whose reason names another rule that did not fail, or claims what the service denies. */
  readonly untrue: readonly string[];
  readonly requests: number;
}

declare module 'vitest' {
  interface TaskMeta {
    /** The run that a test of the matrix made. */
    cell?: Cell;
    /** Rules that failed on a service whose private records look like public ones, if that was tried. */
    lookAlike?: readonly string[];
  }
}

/** Wrong passes of a cell that nothing explains; each is named with its fault. */
export const unexplained = ({ id, profile, circumstance, wrongPasses }: Cell): readonly string[] =>
  wrongPasses
    .map((rule) => `${id}: ${rule}`)
    .filter((pass) => whyPassed(pass, circumstance ?? profile) === null);

const RULE_ID = new RegExp(`(?<![\\w.-])(?:${ruleIds.join('|').replaceAll('.', '\\.')})(?![\\w-])`, 'g');

/** Reasons that name rules which did not fail in the run, or claim what the service denies, with their rules. */
const untrueReasons = (
  tried: TriedAll['tried'],
  failed: ReadonlySet<string>,
  witness: Witness | undefined,
): string[] =>
  tried.flatMap(({ rule, verdict }) => {
    const reason = 'reason' in verdict ? (verdict.reason ?? '') : '';
    const isUntrue = (reason.match(RULE_ID) ?? []).some((named) => !failed.has(named));
    const denied = witness === undefined ? [] : deniedIn(reason, witness);
    return isUntrue || denied.length > 0 ? [[rule.id, reason, ...denied].join(': ')] : [];
  });

/**
 * What became of a service.
 * @param breaks all rules that may fail on it
 * @param surely those of them that its fault breaks, whoever asks
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

/** Whether the record is being written anew: then the whole product is run, and nothing compared with the old record. */
export const isRecording = process.env['RECORD_PROOF'] === '1';

/** Whether a run of vitest tries a cell: the one for the record all, `npm test` a sample, `npm run test:rest` the others. */
export const isTried = (isOfSample: boolean): boolean =>
  isRecording || isOfSample === (process.env['MATRIX'] !== 'rest');
