import { jsonType, readJson } from '../client/json.ts';
import type { Answer } from '../model/ask.ts';
import type { Creation } from '../run/ledger.ts';
import { isObject } from '../snapshot/records.ts';
import { type Asking, NotMade, type Observe } from './observed-rule.ts';
import { answersTo, together } from './requests.ts';

/** Returns the different ones of some texts, at most two: their number depends on what a run happens to send. */
function alternatives(texts: Iterable<string>): string {
  const [one = '', two, ...more] = [...new Set(texts)].toSorted();
  return `${one}${two === undefined ? '' : ` or ${two}`}${more.length > 0 ? ' or others' : ''}`;
}

/** Describes the answers of each documented error status. */
export const errorBodies = ({ run: { recorded } }: Asking): string =>
  [...recorded.errors]
    .flatMap(([status, shapes]) => (shapes.size === 0 ? [] : `${status}: ${alternatives(shapes)}`))
    .join('; ');

const RATE_LIMIT = /^(x-)?rate-?limit/;
/** Headers that are the same from answer to answer. */
const LIMIT = /^(x-)?rate-?limit.*(limit|policy)/;

/** Describes the rate limit headers of the plain lists of all callers. */
export function rateLimits({ run: { callers, recorded } }: Asking): string {
  const told = callers.map(({ kind, shown }) => {
    const headers = Object.entries(recorded.plain.get(kind)?.exchange.response?.headers ?? {})
      .filter(([name]) => RATE_LIMIT.test(name))
      .map(([name, value]) => (LIMIT.test(name) ? `${name}: ${value}` : name));
    return [shown, headers.toSorted().join(', ')] as const;
  });
  return together(told.filter(([, headers]) => headers !== '')) || 'no rate limit headers';
}

const accepted = ({ run: { ledger, bed } }: Asking): readonly Creation[] =>
  ledger.accepted(bed.written).filter(({ isTitled }) => isTitled);

/** Describes the statuses of accepted creations. */
export const createdStatuses = (asking: Asking): string =>
  alternatives(accepted(asking).map(({ exchange }) => String(exchange.response?.status)));

/** Describes in which field answers to accepted creations hold the title (section 4.2 does not show it), and if they name the address. */
export const createdAnswers = (asking: Asking): string =>
  alternatives(
    accepted(asking).map(({ exchange: { response }, marker, texts: [, body] }) => {
      const reading = readJson(response?.body ?? '');
      const fields = reading.kind === 'json' && isObject(reading.value) ? Object.entries(reading.value) : [];
      const holder = fields.find(
        ([, value]) => value !== body && JSON.stringify(value).toLowerCase().includes(marker),
      );
      const location = response?.headers['location'] === undefined ? 'no Location' : 'Location';
      return `${holder === undefined ? 'no title' : `title at ${holder[0]}`}; ${location}`;
    }),
  );

/** Parts of an answer that may tell repositories apart. Their name is left out of a body. */
const PARTS = ['status', 'names of headers', 'body'];
const partsOf = ({ status, ask, exchange: { response } }: Answer): readonly string[] => [
  String(status),
  JSON.stringify(Object.keys(response?.headers ?? {}).toSorted()),
  (response?.body ?? '').replaceAll(ask.repository.repo, ''),
];

/** Asks for the private repository and two made-up ones without a credential. A difference by chance comes once. */
export const differencesOfPrivate: Observe = async (asking) => {
  const { bed, anonymous: caller, values } = asking.run;
  const { owner = '', repo = '' } = bed.privateRepository ?? {};
  const named = (name: string) => ({ caller, repository: { owner, repo: name } });
  const answers = await answersTo(asking, {
    real: named(repo),
    again: named(repo),
    one: named(values.name('like private')),
    other: named(values.name('like private too')),
  });
  const [real = [], again = [], one = [], other = []] = Object.values(answers).map(partsOf);
  return toldApart(
    PARTS.filter((_, at) => real[at] === again[at] && one[at] === other[at] && real[at] !== one[at]),
  );
};

const toldApart = (by: readonly string[]): string =>
  by.length === 0 ? 'cannot be told apart' : `told apart by ${by.join(', ')}`;

/** Returns the fields of listed issues, sorted by name, each with one value for each issue that has it. @throws {NotMade} */
function fieldsOf({ plain, run }: Asking) {
  const records = [plain, ...run.otherStates].flatMap(({ list }) => list ?? []);
  if (records.length === 0) throw new NotMade('data', 'Needs an open issue: create one, then run again.');
  const fields = new Map<string, unknown[]>();
  for (const [name, value] of records.flatMap((one) => (isObject(one) ? Object.entries(one) : []))) {
    const values = fields.get(name) ?? [];
    values.push(value);
    fields.set(name, values);
  }
  return [...fields]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, values]) => ({ name, values, isPartial: values.length < records.length }));
}

/** Describes the fields: `body:null|string pull_request?:object`, a question mark if some issues lack one. */
export const issueFields = (asking: Asking): string =>
  fieldsOf(asking)
    .map(({ name, values, isPartial }) => {
      const types = [...new Set(values.map(jsonType))].toSorted();
      return `${name}${isPartial ? '?' : ''}:${types.join('|')}`;
    })
    .join(' ');

const PULL_REQUEST = /pull|merge|(^|[^a-z])prs?([^a-z]|$)/i;

/** Describes the fields that tell pull requests from issues: some records alone say something by them. */
export const pullRequests = (asking: Asking): string =>
  toldApart(
    fieldsOf(asking).flatMap(({ name, values, isPartial }) => {
      const telling = values.filter((value) => value !== null && value !== false).length;
      const isTelling = telling > 0 && (isPartial || telling < values.length);
      return PULL_REQUEST.test(name) && isTelling ? [name] : [];
    }),
  );
