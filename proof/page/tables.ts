import { gatingIds } from '../../src/model/rule-ids.ts';
import { citationOf, statementIds, statements, untried } from '../../src/model/statements.ts';
import { statementsOf } from '../../src/model/words.ts';
import { rules } from '../../suites/index.ts';
import { circumstances } from '../circumstances.ts';
import { faults, listFaults } from '../faults/index.ts';
import { isCaught, type ProofRecord, provenCatches } from '../record/record.ts';
import { variants } from '../variants/index.ts';
import { limitOf } from './limits.ts';
import { cellText, codeSpan, codeSpans, pipeTable } from './pipe-table.ts';
import { whyPassed } from './wrong-passes.ts';

export const statementsTable = (): string =>
  pipeTable(
    ['section', 'where', 'statement, in short', 'tested by'],
    statementIds.map((id) => {
      const { section, place } = citationOf(id);
      const tried = rules.filter((rule) => statementsOf(rule).includes(id)).map((rule) => rule.id);
      return [
        section === '0' ? '' : section,
        cellText(place),
        cellText(statements[id]),
        tried.length > 0 ? codeSpans(tried) : `no rule: ${untried[id] ?? ''}`,
      ];
    }),
  );

export const catchesTable = (record: ProofRecord): string =>
  pipeTable(
    ['rule', 'faults caught', 'which'],
    gatingIds.map((id) => {
      const ids = provenCatches(record, id, faults);
      return [codeSpan(id), String(ids.length), codeSpans(ids)];
    }),
  );

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');

export function faultsTable(record: ProofRecord): string {
  const passed = new Set(record.wrongPasses?.standard);
  return pipeTable(
    ['fault', 'description', 'caught by', 'also breaks', 'of these passed', 'caught by `quick`'],
    faults.map((fault) => {
      const { id, description, breaks } = fault;
      const failed: readonly string[] = record.faults[id]?.standard ?? [];
      return [
        codeSpan(id),
        cellText(description),
        codeSpans(failed),
        codeSpans(breaks.filter((rule) => !failed.includes(rule))),
        codeSpans(breaks.filter((rule) => passed.has(`${id}: ${rule}`))),
        yesOrNo(isCaught(record, fault, 'quick')),
      ];
    }),
  );
}

export const circumstancesTable = (record: ProofRecord): string =>
  pipeTable(
    ['circumstance', 'the fault shows', 'caught', 'not caught'],
    circumstances.map(({ id, says }) => {
      const { crossed = 0, missed = [] } = record.circumstances[id] ?? {};
      return [codeSpan(id), says, `${crossed - missed.length} of ${crossed}`, codeSpans(missed)];
    }),
  );

/** Returns the table of list faults and the circumstances under which they are caught. */
export const crossedTable = (record: ProofRecord): string =>
  pipeTable(
    ['fault', ...circumstances.map(({ id }) => id)],
    listFaults.map((fault) =>
      [codeSpan(fault.id)].concat(
        circumstances.map(({ id }) => yesOrNo(!(record.circumstances[id]?.missed ?? []).includes(fault.id))),
      ),
    ),
  );

export const variantsTable = (record: ProofRecord): string =>
  pipeTable(
    ['variant', 'kind', 'difference', 'undecided rules'],
    variants.map(({ id, kind, difference }) => [
      codeSpan(id),
      kind === 'silent' ? 'the specification is silent' : 'a bad day',
      cellText(difference),
      codeSpans(record.variants[id]?.undecided ?? []),
    ]),
  );

/** Returns the reasons for missed faults, each with its faults and circumstances. */
export function missedReasons(record: ProofRecord): string {
  const byReason = new Map<string, string[]>();
  for (const [circumstance, { missed }] of Object.entries(record.circumstances))
    for (const fault of missed) {
      const reason = limitOf(fault, circumstance);
      byReason.set(reason, [...(byReason.get(reason) ?? []), `${fault} (${circumstance})`]);
    }
  return [...byReason].map(([reason, cases]) => `- ${reason}: ${codeSpans(cases)}.`).join('\n');
}

/** Returns the wrong passes of a record, grouped by reason. */
export function wrongPassList(record: ProofRecord): string {
  const places: readonly (readonly [string, readonly string[]])[] = [
    ...Object.entries(record.wrongPasses ?? {}),
    ...Object.entries(record.circumstances).map(([id, { passed }]) => [id, passed] as const),
  ];
  const byReason = new Map<string, Map<string, string[]>>();
  for (const [where, passes] of places)
    for (const pass of passes) {
      const reason = whyPassed(pass, where) ?? 'No reason is known';
      const cases = byReason.get(reason) ?? new Map<string, string[]>();
      byReason.set(reason, cases.set(pass, [...(cases.get(pass) ?? []), where]));
    }
  return [...byReason]
    .map(([reason, cases]) => {
      const named = [...cases].map(([pass, where]) => `${codeSpan(pass)} (${where.join(', ')})`);
      return `- ${reason}: ${named.join(', ')}.`;
    })
    .join('\n');
}
