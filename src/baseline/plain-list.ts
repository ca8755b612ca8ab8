import { isRuleId } from '../engine/rule-ids.ts';
import { shown } from '../report/text.ts';
import { BadBaseline, type Baseline, type BaselineEntry } from './baseline.ts';

const SHOWN = 100;

const withoutComment = (line: string): string => line.replace(/#.*/, '').trim();

/** What begins YAML: an item, a mapping in braces or in lines, a directive, a tag. No rule id does. */
const YAML = /^(?:[-[{%!&"'|>?]|[^\s:]+\s*:(?:\s|$))/;

/** Whether a baseline is a plain list of rule ids; its first line that says something decides. */
export const isPlainList = (text: string): boolean => {
  const first = text.split(/\r?\n/).map(withoutComment).find(Boolean);
  return first === undefined || !YAML.test(first);
};

/**
 * Known failures as a rule id a line; blank lines and what follows a `#` are for people.
 * @param name of the file, as it begins a sentence
 * @throws {BadBaseline} where a line is no rule id
 */
export function parsePlainList(text: string, name: string): Baseline {
  const entries = new Map<string, BaselineEntry>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const rule = withoutComment(line);
    if (rule === '') continue;
    if (!isRuleId(rule)) {
      throw new BadBaseline(
        `${name} has "${shown(rule, SHOWN)}" in line ${index + 1}, which is not a rule id; "issue-conformance rules" lists them.`,
      );
    }
    entries.set(rule, {
      rule,
      expect: 'fail',
      kinds: [],
      causes: [],
      reason: null,
      issue: null,
      expires: null,
    });
  }
  return { entries: [...entries.values()], pins: [] };
}
