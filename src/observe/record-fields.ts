import { createHash } from 'node:crypto';
import { askForRecords, recordsAtFirst } from '../checks/records-kept.ts';
import { jsonType } from '../client/json.ts';
import type { Hidden } from '../client/secrets.ts';
import type { Observation } from '../model/verdict.ts';
import type { Trial } from '../run/trial.ts';
import { entriesOf } from '../snapshot/leaves.ts';
import { sampleOf } from '../snapshot/listing.ts';
import { isRecord } from '../snapshot/records.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { NotObserved } from './observation.ts';
import { truncate, truncateAll, VALUE_LENGTH } from './texts.ts';

/** One field of the records of a list (section 2 shows none). */
interface RecordField {
  readonly name: string;
  /** JSON types, in the order of the alphabet. */
  readonly types: readonly string[];
  /** The number of records that have it. */
  readonly count: number;
  /** The number of records that say something by it: neither null nor false. */
  readonly telling: number;
}

/** A field whose name has no secret in it. */
interface HiddenField extends RecordField {
  readonly name: Hidden;
}

/** Fields that are told apart: more than any record of a tracker has. */
const MAX_FIELDS = 1000;
/** Length of a name, in UTF-16 units: to search one as long as a body for secrets takes too long. */
const MAX_NAME_LENGTH = 1000;
const NOTE_LENGTH = 900;
const PULL_REQUEST = /pull|merge|(^|[^a-z])prs?([^a-z]|$)/i;

/** Returns a name as it is shown. */
export const shownName = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `(a name of ${name.length} characters)` : name;

/** Returns the fields of records, sorted by name; of more than {@link MAX_FIELDS} the first. */
export function fieldsOf(records: readonly unknown[]): RecordField[] {
  const found = new Map<string, { types: Set<string>; count: number; telling: number }>();
  for (const record of records) {
    for (const [own, value] of isRecord(record) ? entriesOf(record) : []) {
      const name = shownName(own);
      const earlier = found.get(name);
      if (earlier === undefined && found.size === MAX_FIELDS) continue;
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

/** Describes fields: `body:null|string id:number pull_request?:object`, a question mark if some records lack one. */
export function describeFields(fields: readonly HiddenField[], total: number, most: number): string {
  const all = fields.map(
    ({ name, types, count }) => `${truncate(name, 40)}${count < total ? '?' : ''}:${types.join('|')}`,
  );
  const text = all.join(' ');
  if (text.length <= most) return text;
  // A digest stands for the rest, so that a change of it shows.
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const end = ` … ${fields.length} fields, digest ${digest}`;
  let shown = '';
  for (const one of all) {
    if (shown.length + one.length + 1 + end.length > most) break;
    shown = shown === '' ? one : `${shown} ${one}`;
  }
  return `${shown}${end}`;
}

/** Returns the fields of the records that the run saw, and the number of records. @throws {Stopped} */
async function fieldsSeen(t: Trial): Promise<{ readonly fields: HiddenField[]; readonly total: number }> {
  const records = await recordsSeen(t);
  const fields = fieldsOf(records).map((field) =>
    Object.assign({}, field, { name: t.run.secrets.hide(field.name) }),
  );
  return { fields, total: records.length };
}

/** Returns the records of the first reading, and of a last page: runs like this one may create issues there. @throws {Stopped} */
async function recordsSeen(t: Trial): Promise<readonly unknown[]> {
  const { complete, pages } = t.first.snapshot;
  const records = await recordsAtFirst(t);
  if (records.length === 0) throw new NotObserved('data', 'Needs an open issue: create one, then run again.');
  if (complete || !t.run.profile.observes) return records;
  const last = await t.lastPage({});
  // The last page may hold a single record; the one before it is full.
  const [number] = last === null ? [] : [last - 1, last].filter((each) => each > pages);
  if (number === undefined) return records;
  return [...records, ...sampleOf(await askForRecords(t, t.listing(t.page(FULL_PAGE, number))))];
}

/** Describes the fields of listed issues. @throws {Stopped} */
export async function describeIssueFields(t: Trial): Promise<Observation | string> {
  const { fields, total } = await fieldsSeen(t);
  if (fields.length === 0) return 'none';
  const value = describeFields(fields, total, VALUE_LENGTH);
  const all = describeFields(fields, total, NOTE_LENGTH);
  const notes = [
    ...(all === value ? [] : [`In full: ${all}.`]),
    ...(fields.some(({ count }) => count < total) ? ['A question mark: some issues lack the field.'] : []),
  ];
  return { value, note: notes.join(' ') };
}

/** Describes the fields that tell pull requests from issues. @throws {Stopped} */
export async function describePullRequests(t: Trial): Promise<Observation | string> {
  const { fields, total } = await fieldsSeen(t);
  const apart = fields.filter(
    ({ name, telling }) => PULL_REQUEST.test(name) && telling > 0 && telling < total,
  );
  if (apart.length > 0) {
    const names = apart.map(({ name }) => name);
    return `told apart by ${truncateAll(names, 3)}`;
  }
  return {
    value: 'cannot be told apart',
    note: 'The list may hold none, or have no field whose name speaks of pull requests.',
  };
}
