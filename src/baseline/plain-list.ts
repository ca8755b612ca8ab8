import { isRuleId } from '../model/rule-ids.ts';
import { shown } from '../report/text.ts';
import { BadBaseline, type Baseline, type BaselineEntry } from './baseline.ts';

const SHOWN = 100;

const withoutComment = (line: string): string => line.replace(/#.*/, '').trim();

/** Matches the beginning of YAML: an item, a mapping, a directive or a tag. No rule id matches. */
const YAML = /^(?:[-[{%!&"'|>?]|[^\s:]+\s*:(?:\s|$))/;

/** True if a baseline is a plain list of rule ids, judged by its first line with content. */
export const isPlainList = (text: string): boolean => {
  const first = text.split(/\r?\n/).map(withoutComment).find(Boolean);
  return first === undefined || !YAML.test(first);
};

/**
 * Parses known failures, one rule id per line. Blank lines and text after `#` are ignored.
 * @param name of the file, as a sentence begins with it
 * @throws {BadBaseline} if a line is not a rule id
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
