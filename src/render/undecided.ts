import { isGating } from '../model/rule-metadata.ts';
import { countOf } from '../model/text.ts';
import { fixFirstText } from '../model/verdict.ts';
import { grouped } from '../report/groups.ts';
import type { RuleReport } from '../report/model.ts';
import { isUndecided, reasonIn } from '../report/strict-exit-status.ts';
import { type Item, joined, name, type Part, sentence, text } from './document.ts';
import { list } from './parts.ts';

/** Undecided rules with the same remedy. */
export interface UndecidedGroup {
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

/** Returns a part with a line for each reason, and its rules. */
export function undecidedPart(rules: readonly RuleReport[], are = 'undecided'): Part[] {
  const items = undecidedOf(rules.map((rule) => ({ ...rule, known: false }))).map((group): Item => {
    const ids = group.gating.map(({ id }) => [name(id)]);
    return { mark: group.verdict, words: [sentence(group.reason)], blocks: [text(joined(ids, ', '))] };
  });
  const title = `${countOf(rules.length, 'gating rule')} ${are}`;
  const part = { id: 'undecided', mark: 'inconclusive', title, rank: 1, blocks: [list(items)] } as const;
  return items.length === 0 ? [] : [part];
}
