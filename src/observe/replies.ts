import { textOf } from '../client/exchange.ts';
import { jsonType, readJson } from '../client/json.ts';
import { sendsCookie } from '../client/request.ts';
import type { Answer, Caller } from '../model/ask.ts';
import type { Creation } from '../run/ledger.ts';
import type { Run } from '../run/run.ts';
import { isObject } from '../snapshot/records.ts';
import { oneText } from './listings.ts';
import { type Asked, NotMade, type Told } from './observed-rule.ts';

/** Describes the Content-Type of the first plain list. */
export const listContentType = ({ recorded, first }: Run): string => {
  const response = recorded.plain.get(first.kind)?.exchange.response;
  return response == null ? '' : (response.headers['content-type'] ?? 'none');
};

/** Returns the different ones of some texts, at most two: their number depends on what a run happens to send. */
function alternatives(texts: readonly string[]): string {
  const [one = '', two, ...more] = [...new Set(texts)].toSorted();
  return `${one}${two === undefined ? '' : ` or ${two}`}${more.length > 0 ? ' or others' : ''}`;
}

/** Describes the answers of each documented error status. */
export const errorBodies = ({ recorded }: Run): string =>
  [...recorded.errors]
    .flatMap(([status, shapes]) => (shapes.size === 0 ? [] : `${status}: ${alternatives([...shapes])}`))
    .join('; ');

const RATE_LIMIT = /^(x-)?rate-?limit/;
/** The limit in a header, by different conventions. */
const LIMIT =
  /(?:limit-(?:limit|requests|max)\S*: *|limit-policy: (?:.*\bq=)?|^ratelimit: .*\blimit=)(\d{1,12})/;

/** Describes the rate limit headers of plain lists, and the limits that they name. */
export function rateLimits({ recorded, settings }: Run): string {
  const headersOf = (caller: Caller['kind']): [name: string, value: string][] => {
    const { headers = {} } = recorded.plain.get(caller)?.exchange.response ?? {};
    return Object.entries(headers).filter(([name]) => RATE_LIMIT.test(name));
  };
  const limitOf = (caller: Caller['kind'], who: string): string[] => {
    const limits = headersOf(caller).flatMap(([name, value]) => LIMIT.exec(`${name}: ${value}`)?.[1] ?? []);
    return limits.slice(0, 1).map((limit) => `${limit} ${who}`);
  };
  const names = [...headersOf('member'), ...headersOf('anonymous')].map(([name]) => name);
  if (names.length === 0) return 'no rate limit headers';
  return [
    oneText([...new Set(names)].toSorted()),
    ...limitOf('member', 'with TOKEN'),
    ...(sendsCookie(settings.address) ? [] : limitOf('anonymous', 'without a credential')),
  ].join('; ');
}

const acceptedOf = ({ ledger, bed }: Run): readonly Creation[] =>
  ledger.accepted(bed.written).filter(({ isTitled }) => isTitled);

/** Describes the statuses of accepted creations. */
export const createdStatuses = (run: Run): string =>
  alternatives(acceptedOf(run).map(({ exchange }) => String(exchange.response?.status)));

/** Describes where answers to accepted creations hold the title (section 4.2 does not show it), and if they name the address. */
export const createdAnswers = (run: Run): string =>
  alternatives(
    acceptedOf(run).map(({ exchange: { response }, marker, texts: [, body] }) => {
      const reading = readJson(response === null ? '' : (textOf(response) ?? ''));
      const isTitle = (text: string): boolean => text.toLowerCase().includes(marker) && text !== body;
      const path = reading.kind === 'json' ? pathTo(isTitle, reading.value).join('.') : '';
      const location = response?.headers['location'] === undefined ? 'no Location' : 'Location';
      return `${path === '' ? 'no title' : `title at ${path}`}; ${location}`;
    }),
  );

/** Returns the names that lead to a text. */
function pathTo(isSought: (text: string) => boolean, value: unknown): string[] {
  for (const [name, inner] of isObject(value) ? Object.entries(value) : []) {
    const further = pathTo(isSought, inner);
    if (further.length > 0 || (typeof inner === 'string' && isSought(inner))) return [name, ...further];
  }
  return [];
}

/** Parts of an answer that may tell repositories apart. Their name is left out of a body. */
const PARTS: Readonly<Record<string, (answer: Answer) => string>> = {
  status: ({ status }) => String(status),
  'names of headers': ({ exchange }) =>
    JSON.stringify(Object.keys(exchange.response?.headers ?? {}).toSorted()),
  body: ({ ask, exchange }) => (exchange.response?.body ?? '').replaceAll(ask.repository.repo, ''),
};

/** The private repository, twice, and two made-up ones without a credential. A difference by chance comes once. */
export const differencesOfPrivate: Asked = {
  requests: ({ bed, anonymous, values: { name } }) => {
    const { owner = '', repo = '' } = bed.privateRepository ?? {};
    const asked = (one: string) => ({ caller: anonymous, repository: { owner, repo: one } });
    const madeUp = { one: asked(name('like private')), other: asked(name('like private too')) };
    return { real: asked(repo), again: asked(repo), ...madeUp };
  },
  tell: ({ to }) => {
    const parts = Object.entries(PARTS).flatMap(([name, of]) => {
      const [real, again, one, other] = ['real', 'again', 'one', 'other'].map((which) => of(to(which)));
      return real === again && one === other && real !== one ? [name] : [];
    });
    return parts.length === 0 ? 'cannot be told apart' : `told apart by ${parts.join(', ')}`;
  },
};

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
    return `${name}${values.length < records.length ? '?' : ''}:${types.join('|')}`;
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
    return PULL_REQUEST.test(name) && telling > 0 && telling < length ? [name] : [];
  });
  return names.length === 0 ? 'cannot be told apart' : `told apart by ${oneText(names)}`;
}
