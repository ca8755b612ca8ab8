import type { RuleReport } from '../model.ts';

const LONGEST = 120;

/**
 * Returns a text as a part of an id. Unusual characters and `_` become their code point between underscores.
 */
function slugOf(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/[^A-Za-z0-9.-]/gu, (character) => `_${(character.codePointAt(0) ?? 0).toString(16)}_`)
    .slice(0, LONGEST);
}

/** Returns a unique id with `prefix` for each text; texts may repeat and hold any character. */
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

/** A rule with its index in the report and the id of its place in the page. */
export interface PlacedRule {
  readonly index: number;
  readonly anchor: string;
  readonly rule: RuleReport;
}

/** Ids of the rules of a report in its page. */
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
    // `#rule-list.per-page.zero` leads to the first rule with this id.
    this.#byId = new Map(this.all.toReversed().map((place) => [place.rule.id, place]));
  }

  /** @throws {Error} for a rule that is not in the report */
  of(rule: RuleReport): PlacedRule {
    const place = this.#byRule.get(rule);
    if (place === undefined) throw new Error(`${rule.id} is no rule of this report`);
    return place;
  }

  /** Returns the place of the first rule with this id, or `undefined` if the report has none. */
  named(id: string): PlacedRule | undefined {
    return this.#byId.get(id);
  }
}
