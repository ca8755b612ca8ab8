import { catalogue } from '../../suites/catalogue.ts';
import { isGating } from '../model/rule-metadata.ts';
import { fixFirstText } from '../model/verdict.ts';
import { runLine } from '../report/commands.ts';
import { rulesByState } from '../report/exit-status.ts';
import { grouped } from '../report/groups.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { type Block, command, type Item, joined, list, name, type Part, sentence } from './document.ts';
import { linked } from './parts.ts';

/** Returns a line for undecided rules with the same remedy: inconclusive rules first, then the largest group. */
export const undecidedItems = (
  undecided: readonly RuleReport[],
): readonly (Item & { readonly rules: readonly RuleReport[] })[] =>
  grouped(undecided, ({ verdict, because, reason = '' }) => `${verdict} ${because ?? reason}`)
    .toSorted(
      ([a, ...some], [b, ...more]) =>
        Number(a.verdict === 'skip') - Number(b.verdict === 'skip') || more.length - some.length,
    )
    .map((rules) => {
      const [first] = rules;
      const { verdict, because = '', reason = '' } = first;
      const isOneReason = rules.every((rule) => rule.reason === first.reason);
      const said = isOneReason ? reason : `${because} failed. ${fixFirstText(because)}`;
      const ids = rules.map((rule) => (isGating(rule) ? linked(rule) : [name(rule.id)]));
      return { mark: verdict, rules, words: [sentence(said), ' (', ...joined(ids, ', '), ')'] };
    });

/** Returns the line to paste that gives undecided rules their missing settings; nothing if it would not help. */
function settingsBlocks(rules: readonly RuleReport[], { run }: Report): Block[] {
  const { writes, settings = {} } = run;
  const skipped = rules.filter(({ cause }) => cause === 'setting');
  const needs = skipped.flatMap(({ id }) => catalogue.find((rule) => rule.id === id)?.needs ?? []);
  const most = needs.includes('WRITES=all') ? 'WRITES=all' : 'WRITES=rejected';
  const missing = needs.flatMap((need): string[] => {
    if (need === 'CONCURRENCY>1') return settings['CONCURRENCY'] === '1' ? ['CONCURRENCY=…'] : [];
    if (need.startsWith('WRITES')) return need === most && need !== `WRITES=${writes}` ? [need] : [];
    return settings[need] === undefined ? [`${need}=…`] : [];
  });
  const line = missing.length === 0 ? null : runLine(run, [...new Set(missing)]);
  const all = skipped.length === rules.length ? 'all' : `${skipped.length} of`;
  return line === null ? [] : [command('With these settings', `${line}  # decides ${all} ${rules.length}`)];
}

/** Returns the undecided gating rules that the baseline does not list, and how to decide them. */
export function undecidedPart(report: Report): Part {
  const { undecided } = rulesByState(report);
  const blocks = [...settingsBlocks(undecided, report), list(undecidedItems(undecided))];
  return { id: 'undecided', mark: 'inconclusive', title: 'Undecided rules', blocks };
}
