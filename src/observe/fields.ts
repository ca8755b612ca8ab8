import { jsonType } from '../client/json.ts';
import type { Run } from '../run/run.ts';
import { isObject } from '../snapshot/records.ts';
import { NotMade, type Told } from './observed-rule.ts';
import { oneText, truncate } from './texts.ts';

/** Fields that are told apart: more than any record of a tracker has. */
const MAX_FIELDS = 1000;
const PULL_REQUEST = /pull|merge|(^|[^a-z])prs?([^a-z]|$)/i;

/** Returns the values of the fields of records, one for each record that has the field, sorted by name. */
function fieldsOf(records: readonly unknown[]): [name: string, values: readonly unknown[]][] {
  const fields = new Map<string, unknown[]>();
  for (const [name, value] of records.flatMap((one) => (isObject(one) ? Object.entries(one) : []))) {
    const values = fields.get(name);
    if (values !== undefined) values.push(value);
    else if (fields.size < MAX_FIELDS) fields.set(name, [value]);
  }
  return [...fields].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the issues of the first plain list, and of the first hundreds in other states. */
function recordsOf({ recorded, first, otherStates }: Run): readonly unknown[] {
  const records = [recorded.plain.get(first.kind), ...otherStates].flatMap((answer) => answer?.list ?? []);
  if (records.length > 0) return records;
  throw new NotMade('data', 'Needs an open issue: create one, then run again.');
}

/** Describes the fields: `body:null|string pull_request?:object`, a question mark if some issues lack one. */
export function issueFields(run: Run): Told {
  const records = recordsOf(run);
  const all = fieldsOf(records).map(([name, values]) => {
    const types = [...new Set(values.map(jsonType))].toSorted();
    return `${truncate(run.secrets.scrub(name), 40)}${values.length < records.length ? '?' : ''}:${types.join('|')}`;
  });
  const [value, whole] = [oneText(all, ' ', 200), oneText(all, ' ', 900)];
  const mark = 'A question mark: some issues lack the field.';
  return { value, note: whole === value ? mark : `${mark} In full: ${whole}.` };
}

/** Describes the fields that tell pull requests from issues: some records alone say something by them. */
export function pullRequests(run: Run): string {
  const { length } = recordsOf(run);
  const names = fieldsOf(recordsOf(run)).flatMap(([name, values]) => {
    const telling = values.filter((value) => value !== null && value !== false).length;
    return PULL_REQUEST.test(name) && telling > 0 && telling < length ? [run.secrets.scrub(name)] : [];
  });
  return names.length === 0
    ? 'cannot be told apart'
    : `told apart by ${oneText(names.map((name) => truncate(name, 24)))}`;
}
