import { partOf, sections } from '../sections.ts';
import { anchorsOf, type PlacedRule } from './anchors.ts';

/** A section that rules are read from, or a part of the document as a whole. */
interface Section {
  readonly section: string;
  readonly rules: readonly PlacedRule[];
}

/** A part of the service document, and what is read from it. */
export interface DocumentPart extends Section {
  /** `null` for a part that this version does not know. */
  readonly title: string | null;
  /** What the filter calls it: `8`. */
  readonly slug: string;
  /** The rules by the sections that they name, each once in a section. */
  readonly within: readonly Section[];
}

function add<Key, Value>(to: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const values = to.get(key);
  if (values === undefined) to.set(key, new Set([value]));
  else values.add(value);
}

const byNumber = new Intl.Collator('en', { numeric: true });

/** The service document part by part, those without rules too; parts that only the report names come last. */
export function partsOfDocument(rules: readonly PlacedRule[]): readonly DocumentPart[] {
  const found = new Map<string, Set<string>>(sections.map(({ section }) => [section, new Set()]));
  const bySection = new Map<string, Set<PlacedRule>>();
  for (const place of rules) {
    for (const section of place.rule.sections) {
      add(found, partOf(section), section);
      add(bySection, section, place);
    }
  }
  const names = [...found.keys()];
  const slugs = anchorsOf('', names);
  return names.map((part, index) => {
    const within = [...(found.get(part) ?? [])]
      .toSorted(byNumber.compare)
      .map((section) => ({ section, rules: [...(bySection.get(section) ?? [])] }));
    return {
      section: part,
      title: sections.find(({ section }) => section === part)?.title ?? null,
      slug: slugs[index] ?? '',
      rules: [...new Set(within.flatMap((each) => each.rules))],
      within,
    };
  });
}
