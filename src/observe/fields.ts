import { createHash } from 'node:crypto';
import { jsonType } from '../client/json.ts';
import type { Observation } from '../model/verdict.ts';
import { isObject } from '../snapshot/records.ts';
import type { Observe } from './observed-rule.ts';
import { NotMade, type Observer } from './observer.ts';
import { truncate, truncateAll, VALUE_LENGTH } from './texts.ts';

/** Fields that are told apart: more than any record of a tracker has. */
const MAX_FIELDS = 1000;
/** Length of a name, in UTF-16 units: to search one as long as a body for secrets takes too long. */
const MAX_NAME_LENGTH = 1000;
const NOTE_LENGTH = 900;
const PULL_REQUEST = /pull|merge|(^|[^a-z])prs?([^a-z]|$)/i;

/** Returns a name as it is shown. */
export const shownName = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `(a name of ${name.length} characters)` : name;

/** The values of one field, one for each record that has it. */
type Fields = ReadonlyMap<string, readonly unknown[]>;

/** Returns the values of the fields of records, sorted by name (section 2 shows no field). */
export function fieldsOf(records: readonly unknown[]): Fields {
  const fields = new Map<string, unknown[]>();
  for (const [own, value] of records.flatMap((one) => (isObject(one) ? Object.entries(one) : []))) {
    const values = fields.get(shownName(own));
    if (values !== undefined) values.push(value);
    else if (fields.size < MAX_FIELDS) fields.set(shownName(own), [value]);
  }
  return new Map([...fields].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Joins texts. A digest stands for what does not fit, so that a change of it shows. */
function joined(all: readonly string[], most: number): string {
  const text = all.join(' ');
  if (text.length <= most) return text;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const end = ` … ${all.length} fields, digest ${digest}`;
  const count = all.findIndex((_, index) => all.slice(0, index + 1).join(' ').length + end.length > most);
  return `${all.slice(0, count).join(' ')}${end}`;
}

/** Constructor: what the fields of listed issues say, of the first plain list and of the farthest page that is known. */
const ofFields =
  (tell: (fields: Fields, total: number, observer: Observer) => Observation | string): Observe =>
  async (observer) => {
    const { heard, profile } = observer.run;
    const second = observer.listing({ query: { per_page: '100', page: '2' } });
    const further = heard.farthest ?? (profile.observes ? await observer.newest(second) : null);
    const records = [...(heard.plain?.list ?? []), ...(further?.list ?? [])];
    if (records.length > 0) return tell(fieldsOf(records), records.length, observer);
    throw new NotMade('data', 'Needs an open issue: create one, then run again.');
  };

/** Describes the fields: `body:null|string id:number pull_request?:object`, a question mark if some records lack one. */
export const issueFields = ofFields((fields, total, { run }) => {
  const all = [...fields].map(([name, values]) => {
    const types = [...new Set(values.map(jsonType))].toSorted();
    return `${truncate(run.secrets.hide(name), 40)}${values.length < total ? '?' : ''}:${types.join('|')}`;
  });
  if (all.length === 0) return 'none';
  const [value, whole] = [joined(all, VALUE_LENGTH), joined(all, NOTE_LENGTH)];
  const isSome = [...fields.values()].some(({ length }) => length < total);
  const mark = isSome ? ['A question mark: some issues lack the field.'] : [];
  return { value, note: [...(whole === value ? [] : [`In full: ${whole}.`]), ...mark].join(' ') };
});

/** Describes the fields that tell pull requests from issues: some records alone say something by them. */
export const pullRequests = ofFields((fields, total, { run }) => {
  const names = [...fields].flatMap(([name, values]) => {
    const telling = values.filter((value) => value !== null && value !== false).length;
    return PULL_REQUEST.test(name) && telling > 0 && telling < total ? [run.secrets.hide(name)] : [];
  });
  if (names.length > 0) return `told apart by ${truncateAll(names, 3)}`;
  const note = 'The list may hold none, or have no field whose name speaks of pull requests.';
  return { value: 'cannot be told apart', note };
});
