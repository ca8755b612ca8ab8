import { type Document, type Item, name, type Part, sentence, text, value } from '../document/document.ts';
import { listPart, tablePart } from '../document/parts.ts';
import type { RuleReport } from '../report/model.ts';
import { countOf } from '../report/text.ts';
import { type Mark, markOf, marks } from '../results/marks.ts';
import type { Step } from '../results/past.ts';
import { type Changes, isWorse } from './changes.ts';
import { targetName } from './columns.ts';
import { remarksOn, settingDifferences } from './remarks.ts';
import { RUN_HEADS, runRow, shownBy } from './run-rows.ts';

function stepItem(step: Step): Item {
  const { rule, last } = step;
  const was = last === null ? marks.inconclusive.word : marks[markOf(last.rule)].word;
  const is = marks[markOf(rule)].word;
  return {
    mark: markOf(rule),
    words: [
      name(rule.id),
      was === is ? '' : ` (${was} → ${is}${isWorse(step) ? '; worse' : ''})`,
      ...(rule.verdict === 'pass' ? [] : [': ', ...shownBy(rule)]),
    ],
  };
}

const ruleItem = (rule: RuleReport): Item => ({ mark: markOf(rule), words: [name(rule.id)] });

function resultOf({ rules, judged, worse }: Changes): string {
  if (!worse) return `None of the ${countOf(judged, 'rule')} that both reports judge got worse.`;
  const [failing, undecided] = [rules.newlyFailing.length, rules.newlyUndecided.filter(isWorse).length];
  const parts = [
    ...(failing > 0 ? [`${countOf(failing, 'rule')} newly failing`] : []),
    ...(undecided > 0 ? [`${countOf(undecided, 'rule')} no longer decided`] : []),
  ];
  return `${parts.join(', ') || 'The newer run came to nothing'}.`;
}

/** Returns what changed between two reports, what got worse first. Pure. */
export function changesDocument(changes: Changes): Document {
  const { before, after, rules, worse, incomparable } = changes;
  const steps = (id: string, mark: Mark, title: string, of: readonly Step[]): Part[] =>
    listPart(id, mark, title, of.map(stepItem));
  const unchanged = rules.stillPassing.length;
  return {
    kind: 'Two reports compared',
    mark: incomparable === null ? (worse ? 'fail' : 'pass') : 'inconclusive',
    title: incomparable === null ? (worse ? 'Got worse' : 'Not worse') : 'Not comparable',
    lead: [
      [incomparable ?? resultOf(changes)],
      [`${countOf(unchanged, 'rule')} still ${unchanged === 1 ? 'passes' : 'pass'}.`],
    ],
    about: [[name(targetName(after))]],
    notices: remarksOn(changes).map(({ text: ours, quoted }) =>
      text(quoted === '' ? [ours] : [ours, ' ', sentence(quoted)], 'inconclusive'),
    ),
    parts: [
      ...steps('newly-failing', 'fail', 'Newly failing', rules.newlyFailing),
      ...steps('newly-undecided', 'inconclusive', 'Newly undecided', rules.newlyUndecided),
      ...steps('still-failing', 'fail', 'Still failing', rules.stillFailing),
      ...steps('fixed', 'pass', 'No longer failing', rules.noLongerFailing),
      ...steps('decided', 'pass', 'Decided now, and passing', rules.decidedNow),
      ...steps('still-undecided', 'inconclusive', 'Still undecided', rules.stillUndecided),
      ...tablePart(
        'observed',
        'Changed observations',
        ['Observation', 'Before', 'Now'],
        changes.observations.map(({ rule, last }) => [
          { words: [name(rule.id)] },
          { words: last === null ? [] : shownBy(last.rule) },
          { words: shownBy(rule) },
        ]),
      ),
      ...listPart('only-before', 'absent', 'Only in the older report', changes.onlyBefore.map(ruleItem)),
      ...listPart('only-after', 'absent', 'Only in the newer report', changes.onlyAfter.map(ruleItem)),
      ...tablePart('runs', 'The two runs', RUN_HEADS, [
        runRow(before, ['older: ', name(targetName(before))]),
        runRow(after, ['newer: ', name(targetName(after))]),
      ]),
      ...tablePart(
        'settings',
        'Settings that differ',
        ['Setting', 'Older', 'Newer'],
        settingDifferences(before, after).map((each) => [
          { words: [name(each.name)] },
          { words: [value(each.before)] },
          { words: [value(each.after)] },
        ]),
      ),
    ],
    last: [],
    foot: ['issue-conformance ', name(after.tool.version)],
  };
}
