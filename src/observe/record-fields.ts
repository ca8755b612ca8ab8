import { createHash } from 'node:crypto';
import { jsonType } from '../client/json.ts';
import type { Hidden } from '../client/secrets.ts';
import { partsOf } from '../snapshot/leaves.ts';
import { isRecord } from '../snapshot/records.ts';
import { truncate } from './texts.ts';

/** One field of the records of a list (section 2 shows none). */
export interface RecordField {
  readonly name: string;
  /** JSON types seen, in the order of the alphabet. */
  readonly types: readonly string[];
  /** How many of the records have it. */
  readonly count: number;
  /** How many of the records have it and say something by it: neither null nor false. */
  readonly telling: number;
}

/** One whose name has no secret in it. */
export interface HiddenField extends RecordField {
  readonly name: Hidden;
}

/** Fields that are told apart, and UTF-16 units of a name: more than any record of a tracker has. */
const MOST_FIELDS = 1000;
const LONGEST_NAME = 1000;

/** A name as it is shown: to look for secrets in one that is as long as a body takes longer than anybody waits. */
export const shownName = (name: string): string =>
  name.length > LONGEST_NAME ? `(a name of ${name.length} characters)` : name;

/** The fields that records have, by name; of more than so many the first. */
export function fieldsOf(records: readonly unknown[]): RecordField[] {
  const found = new Map<string, { types: Set<string>; count: number; telling: number }>();
  for (const record of records) {
    for (const [own, value] of isRecord(record) ? partsOf(record) : []) {
      const name = shownName(own);
      const earlier = found.get(name);
      if (earlier === undefined && found.size === MOST_FIELDS) continue;
      const field = earlier ?? { types: new Set(), count: 0, telling: 0 };
      field.types.add(jsonType(value));
      field.count += 1;
      if (value !== null && value !== false) field.telling += 1;
      found.set(name, field);
    }
  }
  return [...found]
    .map(([name, { types, count, telling }]) => ({ name, types: [...types].toSorted(), count, telling }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Fields as text: `body:null|string id:number pull_request?:object`, a question mark where some records lack one. */
export function describeFields(fields: readonly HiddenField[], total: number, most: number): string {
  const all = fields.map(
    ({ name, types, count }) => `${truncate(name, 40)}${count < total ? '?' : ''}:${types.join('|')}`,
  );
  const text = all.join(' ');
  if (text.length <= most) return text;
  // What does not fit is stood for by a digest, so that a change shows all the same.
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const end = ` … ${fields.length} fields, digest ${digest}`;
  let shown = '';
  for (const one of all) {
    if (shown.length + one.length + 1 + end.length > most) break;
    shown = shown === '' ? one : `${shown} ${one}`;
  }
  return `${shown}${end}`;
}
