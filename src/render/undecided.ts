import { type CatalogueRule, catalogue } from '../../suites/catalogue.ts';
import { fixFirstText } from '../model/verdict.ts';
import { runLine } from '../report/commands.ts';
import { reasonIn, rulesByState } from '../report/exit-status.ts';
import { grouped } from '../report/groups.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { type Block, command, type Item, joined, list, type Part, sentence } from './document.ts';
import { linked } from './parts.ts';

/** Undecided rules with the same remedy. */
interface UndecidedGroup {
  readonly verdict: 'inconclusive' | 'skip';
  readonly reason: string;
  readonly rules: readonly RuleReport[];
}

/** Groups undecided rules by their remedy: inconclusive rules first, then the largest group. */
export const undecidedOf = (undecided: readonly RuleReport[]): readonly UndecidedGroup[] =>
  grouped(undecided, (rule) => `${rule.verdict} ${rule.because ?? reasonIn(rule)}`)
    .map((rules): UndecidedGroup => {
      const [first] = rules;
      const isOneReason = rules.every((rule) => reasonIn(rule) === reasonIn(first));
      const { because = '' } = first;
      return {
        verdict: first.verdict === 'skip' ? 'skip' : 'inconclusive',
        reason: isOneReason ? reasonIn(first) : `${because} failed. ${fixFirstText(because)}`,
        rules,
      };
    })
    .toSorted(
      (a, b) =>
        Number(a.verdict === 'skip') - Number(b.verdict === 'skip') || b.rules.length - a.rules.length,
    );

/** True if a run lacks a setting. */
const lacks = ({ writes, settings = {} }: Report['run'], need: CatalogueRule['needs'][number]): boolean => {
  if (need === 'CONCURRENCY>1') return settings['CONCURRENCY'] === '1';
  return need.startsWith('WRITES')
    ? writes !== 'all' && need !== `WRITES=${writes}`
    : settings[need] === undefined;
};

/** Returns the line to paste that gives undecided rules their missing settings; nothing if it would not help. */
function settingsBlocks(rules: readonly RuleReport[], { run }: Report): Block[] {
  const skipped = rules.filter(({ cause }) => cause === 'setting');
  const needs = skipped.flatMap(({ id }) => catalogue.find((rule) => rule.id === id)?.needs ?? []);
  const missing = needs
    .filter((need) => lacks(run, need) && !(need === 'WRITES=rejected' && needs.includes('WRITES=all')))
    .map((need) => (need.startsWith('WRITES') ? need : `${need.replace(/>1$/, '')}=…`));
  const line = missing.length === 0 ? null : runLine(run, [...new Set(missing)]);
  const all = skipped.length === rules.length ? 'all' : `${skipped.length} of`;
  return line === null ? [] : [command('With these settings', `${line}  # decides ${all} ${rules.length}`)];
}

/** Returns the undecided gating rules that the baseline does not list, and how to decide them. */
export function undecidedPart(report: Report): Part {
  const { undecided } = rulesByState(report);
  const items = undecidedOf(undecided).map(
    ({ verdict, reason, rules }): Item => ({
      mark: verdict,
      words: [
        sentence(reason),
        ' (',
        ...joined(
          rules.map((rule) => linked(rule)),
          ', ',
        ),
        ')',
      ],
    }),
  );
  const blocks = [...settingsBlocks(undecided, report), list(items)];
  return { id: 'undecided', mark: 'inconclusive', title: 'Undecided rules', blocks };
}
