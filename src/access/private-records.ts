import { CHARACTERS_UNGUESSABLE } from '../model/tuning.ts';
import type { Identity } from '../snapshot/identity.ts';
import { keyOf } from '../snapshot/identity.ts';
import { leavesOf } from '../snapshot/leaves.ts';
import { isRecord } from '../snapshot/records.ts';

/** Names that trackers give to the texts of an issue. */
const SAYS = /^(title|body|subject|summary|headline|description|text|content)$/i;

/** True for a text of two words or more, as people write a title: no date, no address, no name of a field. */
const isProse = (text: string): boolean =>
  text.split(/\s+/, 50).filter((word) => /\p{L}{2}/u.test(word)).length > 1;

/** Returns the string in a leaf of a record, or `null` if it holds something else. */
function stringOf(leaf: string): string | null {
  // An array is one leaf, with a line for each element.
  if (!leaf.startsWith('"') || leaf.includes('\n')) return null;
  const value: unknown = JSON.parse(leaf);
  return typeof value === 'string' ? value : null;
}

/** Returns the texts of a record that people have written: its title, its body, and others. */
export function ownTexts(record: unknown): string[] {
  if (!isRecord(record)) return [];
  return [...leavesOf(record)].flatMap(([path, leaf]) => {
    const text = stringOf(leaf);
    if (text === null || text === '') return [];
    return SAYS.test(path) || isProse(text) ? [text] : [];
  });
}

/** Returns the texts that are too long to stand in two records by chance, each once. */
export const longTexts = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text) => text.length >= CHARACTERS_UNGUESSABLE)),
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

/** `same issue`: one identity and a text in common. `equal`: all that both records show is equal, too. */
export type Likeness = 'equal' | 'same issue';

/**
 * Returns a function that is true for a record with the identity of one of some others and a text in common. A number, a
 * link or a date alone shows nothing: every repository that counts its issues has the same ones.
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
