import { type CatalogueRule, catalogue } from '../../suites/catalogue.ts';
import { isGating } from '../model/rule-metadata.ts';
import { fixFirstText } from '../model/verdict.ts';
import { runLine } from '../report/commands.ts';
import { grouped } from '../report/groups.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { isUndecided, reasonIn } from '../report/strict-exit-status.ts';
import { type Block, type Item, joined, type Part, sentence, text } from './document.ts';
import { linked, list } from './parts.ts';

/** Undecided rules with the same remedy. */
interface UndecidedGroup {
  readonly verdict: 'inconclusive' | 'skip';
  readonly reason: string;
  readonly gating: readonly RuleReport[];
  readonly observed: readonly RuleReport[];
}

/**
 * Returns the undecided rules that the baseline does not list, grouped by their remedy: inconclusive rules first,
 * then the largest group. Groups without gating rules come last.
 */
export function undecidedOf(rules: readonly RuleReport[]): readonly UndecidedGroup[] {
  const open = rules.filter((rule) => isUndecided(rule) && rule.known !== true);
  return grouped(open, (rule) => `${rule.verdict} ${rule.because ?? reasonIn(rule)}`)
    .map((members): UndecidedGroup => {
      const [first] = members;
      const isOneReason = members.every((rule) => reasonIn(rule) === reasonIn(first));
      const { because = '' } = first;
      return {
        verdict: first.verdict === 'skip' ? 'skip' : 'inconclusive',
        reason: isOneReason ? reasonIn(first) : `${because} failed. ${fixFirstText(because)}`,
        gating: members.filter(isGating),
        observed: members.filter((rule) => !isGating(rule)),
      };
    })
    .toSorted(
      (a, b) =>
        Number(a.gating.length === 0) - Number(b.gating.length === 0) ||
        Number(a.verdict === 'skip') - Number(b.verdict === 'skip') ||
        b.gating.length - a.gating.length,
    );
}

/** Returns a part with a line for each reason, and its rules. @param before blocks that say how to decide them */
export function undecidedPart(
  rules: readonly RuleReport[],
  title = 'Undecided rules',
  before: readonly Block[] = [],
): Part[] {
  const items = undecidedOf(rules.map((rule) => ({ ...rule, known: false }))).map(
    (group): Item => ({
      mark: group.verdict,
      words: [sentence(group.reason)],
      blocks: [text(joined(group.gating.map(linked), ', '))],
    }),
  );
  const part = {
    id: 'undecided',
    mark: 'inconclusive',
    title,
    blocks: [...before, list(items)],
  } as const;
  return items.length === 0 ? [] : [part];
}

/** True if a run lacks a setting. */
const lacks = ({ writes, settings = {} }: Report['run'], need: CatalogueRule['needs'][number]): boolean => {
  if (need === 'CONCURRENCY>1') return settings['CONCURRENCY'] === '1';
  return need.startsWith('WRITES')
    ? writes !== 'all' && need !== `WRITES=${writes}`
    : settings[need] === undefined;
};

/** Returns the line to paste that gives undecided rules their missing settings; nothing if it would not help. */
export function settingsBlocks(rules: readonly RuleReport[], { run }: Report): Block[] {
  const skipped = rules.filter(({ cause }) => cause === 'setting');
  const needs = skipped.flatMap(({ id }) => catalogue.find((rule) => rule.id === id)?.needs ?? []);
  const missing = needs
    .filter((need) => lacks(run, need) && !(need === 'WRITES=rejected' && needs.includes('WRITES=all')))
    .map((need) => (need.startsWith('WRITES') ? need : `${need.replace(/>1$/, '')}=…`));
  const line = missing.length === 0 ? null : runLine(run, [...new Set(missing)]);
  if (line === null) return [];
  const counted =
    skipped.length === rules.length ? `all ${rules.length}` : `${skipped.length} of ${rules.length}`;
  return [{ is: 'command', title: 'With these settings', text: `${line}  # decides ${counted}` }];
}
