import { isRuleId, type RuleId } from '../engine/rule-ids.ts';
import { inert } from '../report/inert.ts';
import type { RuleReport } from '../report/model.ts';
import { readText, whyUnreadable } from '../report/read-text.ts';
import { shown } from '../report/shown.ts';

/** A baseline cannot be used: the message says why and what is allowed. */
export class BadBaseline extends Error {
  override readonly name = 'BadBaseline';
}

/** Every rule could stand in it many times, with a long story behind each. */
const MOST_BYTES = 1024 * 1024;
const SHOWN = 100;

/**
 * Reads known failures: a rule id a line; blank lines and what follows a `#` are for people.
 * @throws {BadBaseline} where the file cannot be read or a line is no rule id
 */
export async function readBaseline(path: string): Promise<readonly RuleId[]> {
  const name = `BASELINE (--baseline) "${inert(path)}"`;
  const text = await readText(path, MOST_BYTES).catch((error: unknown) => {
    throw new BadBaseline(
      `${name} cannot be read: ${whyUnreadable(error)}. Allowed is a file with a rule id a line.`,
    );
  });
  const entries: RuleId[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const id = line.replace(/#.*/, '').trim();
    if (id === '') continue;
    if (!isRuleId(id)) {
      throw new BadBaseline(
        `${name} has "${shown(id, SHOWN)}" in line ${index + 1}, which is no rule id; issue-conformance rules lists them.`,
      );
    }
    entries.push(id);
  }
  return entries;
}

/** Marks failures that the baseline lists, and names its entries whose rules hold now. */
export function applyBaseline(
  rules: readonly RuleReport[],
  baseline: readonly RuleId[],
): { readonly rules: RuleReport[]; readonly stale: string[] } {
  const listed = new Set<string>(baseline);
  return {
    rules: rules.map((rule) =>
      rule.verdict === 'fail' && listed.has(rule.id) ? { ...rule, known: true } : rule,
    ),
    stale: rules.filter(({ id, verdict }) => listed.has(id) && verdict === 'pass').map(({ id }) => id),
  };
}
