import type { RuleReport } from '../model.ts';

const LONGEST = 120;

/** A text as a part of an id: characters that an id had better not hold, and `_` itself, become `_` and their number. */
function slugOf(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/[^A-Za-z0-9.-]/gu, (character) => `_${(character.codePointAt(0) ?? 0).toString(16)}_`)
    .slice(0, LONGEST);
}

/** Ids of a page for texts that may be anything and may repeat: each beginning with `prefix`, no two alike. */
export function anchorsOf(prefix: string, texts: readonly string[]): readonly string[] {
  const used = new Set<string>();
  return texts.map((text) => {
    const first = `${prefix}${slugOf(text)}`;
    let anchor = first;
    for (let count = 2; used.has(anchor); count += 1) anchor = `${first}_${count}`;
    used.add(anchor);
    return anchor;
  });
}

/** A rule of a report with its place in it, and the one place in the page that links lead to. */
export interface PlacedRule {
  readonly index: number;
  readonly anchor: string;
  readonly rule: RuleReport;
}

/** The rules of a report; `#rule-list.per-page.zero` leads to the first that is called so. */
export function placed(rules: readonly RuleReport[]): readonly PlacedRule[] {
  const anchors = anchorsOf(
    'rule-',
    rules.map(({ id }) => id),
  );
  return rules.map((rule, index) => ({ index, anchor: anchors[index] ?? `rule-${index}`, rule }));
}
