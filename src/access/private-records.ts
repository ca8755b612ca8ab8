import type { Identity } from '../snapshot/identity.ts';
import { keyOf } from '../snapshot/identity.ts';
import { leavesOf } from '../snapshot/leaves.ts';
import { isRecord } from '../snapshot/records.ts';

/** A text of so many characters is nobody else's by chance. */
const TELLING_LENGTH = 16;
/** Names that trackers give to what an issue says. */
const SAYS = /^(title|body|subject|summary|headline|description|text|content)$/i;

/** True for a text of two words or more, as people write a title: no date, no address, no name of a field. */
const isProse = (text: string): boolean =>
  text.split(/\s+/, 50).filter((word) => /\p{L}{2}/u.test(word)).length > 1;

/** The string at a path of a record; `null` if something else is there. */
function stringOf(leaf: string): string | null {
  // What an array holds stands in one leaf, line by line.
  if (!leaf.startsWith('"') || leaf.includes('\n')) return null;
  const value: unknown = JSON.parse(leaf);
  return typeof value === 'string' ? value : null;
}

/** The texts of a record that are its own: its title, its body, and what else people have written. */
export function ownTexts(record: unknown): string[] {
  if (!isRecord(record)) return [];
  return [...leavesOf(record)].flatMap(([path, leaf]) => {
    const text = stringOf(leaf);
    if (text === null || text === '') return [];
    return SAYS.test(path) || isProse(text) ? [text] : [];
  });
}

/** Those of some texts that show by themselves whose they are, each once. */
export const telling = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text) => text.length >= TELLING_LENGTH)),
];

/** True if two records are the same in everything that both show. */
function areEqual(one: object, other: object): boolean {
  const theirs = leavesOf(other);
  return [...leavesOf(one)].every(([path, leaf]) => (theirs.get(path) ?? leaf) === leaf);
}

function shareText(one: object, other: object): boolean {
  const texts = new Set(ownTexts(other));
  return ownTexts(one).some((text) => texts.has(text));
}

/** Whether records of one identity that share a text of their own are the same, or only if all else that both show is equal too. */
export type Likeness = 'equal' | 'same issue';

/**
 * Returns a function that says whether a record is one of some others, which have its identity and a text of its own. A
 * number, a link or a date alone is what every list has that counts by itself.
 */
export function oneOf(
  records: readonly unknown[],
  identity: Identity,
  likeness: Likeness,
): (record: unknown) => boolean {
  const byKey = new Map<string, object[]>();
  for (const record of records) {
    if (!isRecord(record)) continue;
    const key = keyOf(record, identity);
    byKey.set(key, [...(byKey.get(key) ?? []), record]);
  }
  // The pages of a list hold the same records over and over.
  const judged = new WeakMap<object, boolean>();
  return (record) => {
    if (!isRecord(record)) return false;
    const earlier = judged.get(record);
    if (earlier !== undefined) return earlier;
    const isOne = (byKey.get(keyOf(record, identity)) ?? []).some(
      (other) => shareText(record, other) && (likeness === 'same issue' || areEqual(record, other)),
    );
    judged.set(record, isOne);
    return isOne;
  };
}
