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

/** Where the rules of a report are in its page. */
export class Places {
  readonly all: readonly PlacedRule[];
  readonly #byRule: ReadonlyMap<RuleReport, PlacedRule>;
  readonly #byId: ReadonlyMap<string, PlacedRule>;

  constructor(rules: readonly RuleReport[]) {
    const anchors = anchorsOf(
      'rule-',
      rules.map(({ id }) => id),
    );
    this.all = rules.map((rule, index) => ({ index, anchor: anchors[index] ?? `rule-${index}`, rule }));
    this.#byRule = new Map(this.all.map((place) => [place.rule, place]));
    // `#rule-list.per-page.zero` leads to the first that is called so.
    this.#byId = new Map(this.all.toReversed().map((place) => [place.rule.id, place]));
  }

  /** @throws {Error} for a rule that is not in the report */
  of(rule: RuleReport): PlacedRule {
    const place = this.#byRule.get(rule);
    if (place === undefined) throw new Error(`${rule.id} is no rule of this report`);
    return place;
  }

  /** The place of the rule of that id; absent where the report has none. */
  named(id: string): PlacedRule | undefined {
    return this.#byId.get(id);
  }
}
