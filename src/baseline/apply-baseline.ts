import { isOfOneRun } from '../client/undecided-reason.ts';
import { GRAVE, type ViolationKind } from '../model/violation-kinds.ts';
import type { ListedReport, RuleReport } from '../report/model.ts';
import type { Baseline } from './read.ts';

type BaselineEntry = Baseline['known'][number];

export const NO_BASELINE: Baseline = { known: [], pins: [] };

/** On a list longer than a page, another order shows other results. */
const INTERCHANGEABLE: ReadonlySet<ViolationKind> = new Set(['wrong-order', 'wrong-results']);

function covers({ kind: kinds }: BaselineEntry, kind: ViolationKind | undefined): boolean {
  if (kind === undefined) return kinds === undefined;
  if (kinds === undefined) return !GRAVE.has(kind);
  return (
    kinds.includes(kind) || (INTERCHANGEABLE.has(kind) && kinds.some((other) => INTERCHANGEABLE.has(other)))
  );
}

/** True if an entry covers an undecided rule. A skipped rule is always covered: it lacks a setting. */
const coversUndecided = (entry: BaselineEntry, { verdict, cause = 'unclear' }: RuleReport): boolean =>
  verdict === 'skip' || (entry.cause?.includes(cause) ?? !isOfOneRun(cause));

/** Compares an entry with its rule. The first line that applies decides. @param day of the run: YYYY-MM-DD, in UTC */
function stateOf(entry: BaselineEntry, rule: RuleReport, day: string): ListedReport['state'] {
  const { verdict, failure } = rule;
  if (entry.expires !== undefined && entry.expires < day) return 'expired';
  const isFail = entry.expect === 'fail';
  if (verdict === 'fail') return isFail && covers(entry, failure?.kind) ? 'as-listed' : 'otherwise';
  if (verdict === 'pass') return isFail ? 'stale' : 'passes';
  return !isFail && coversUndecided(entry, rule) ? 'as-listed' : 'undecided';
}

/** @param startedAt of the run; an entry is still valid on its last day, in UTC */
export function applyBaseline(rule: RuleReport, { known, pins }: Baseline, startedAt: Date): RuleReport {
  if (rule.level === 'observed') {
    const pinned = pins.find(({ observation }) => observation === rule.id);
    if (pinned === undefined) return rule;
    const { observation: _, ...pin } = pinned;
    const seen = rule.verdict === 'observed' ? rule.observation?.value : undefined;
    const state = seen === undefined ? 'unobserved' : seen === pin.value ? 'held' : 'changed';
    return { ...rule, pin: { ...pin, state } };
  }
  const entry = known.find((one) => one.rule === rule.id);
  if (entry === undefined) return rule;
  const { rule: _, ...expected } = entry;
  const day = startedAt.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const listed: ListedReport = { ...expected, state: stateOf(entry, rule, day) };
  return { ...rule, listed, ...(listed.state === 'as-listed' ? { known: true } : {}) };
}
