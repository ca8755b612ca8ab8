import { textOf } from '../client/exchange.ts';
import { sendsCookie } from '../client/extra-header.ts';
import { jsonType, readJson } from '../client/json.ts';
import { type Creation } from '../created/ledger.ts';
import type { Answer, Caller } from '../model/ask.ts';
import type { Run } from '../run/run.ts';
import { isObject, strings } from '../snapshot/records.ts';
import { fieldsOf } from './fields.ts';
import { DOCUMENTED_ERRORS } from './heard.ts';
import type { Requests, Seen } from './observed-rule.ts';
import { alternatives, joined, mediaTypeOf, truncate } from './texts.ts';

/** Describes the Content-Type of the first plain list. */
export function listContentType({ heard, first, secrets }: Run): string {
  const response = heard.plain.get(first.kind)?.exchange.response;
  return response == null ? '' : truncate(secrets.hide(response.headers['content-type'] ?? 'none'));
}

/** Describes the answers of each documented error status. */
export function errorBodies({ heard, secrets }: Run): string {
  const texts = DOCUMENTED_ERRORS.flatMap((status) => {
    const shapes = [...(heard.errors.get(status)?.values() ?? [])].map(({ contentType, body }) => {
      if (contentType === '' && body === 'empty') return body;
      const keys = truncate(secrets.hide(body), 80);
      return `${mediaTypeOf(secrets.hide(contentType))}${body.startsWith('{') ? '' : ','} ${keys}`;
    });
    // Their number depends on the requests that a run happens to send.
    return shapes.length === 0 ? [] : [`${status}: ${alternatives(shapes, 2, ' or others')}`];
  });
  return texts.join('; ');
}

const RATE_LIMIT = /^(x-)?rate-?limit/;
/** Headers of different conventions that say how many requests are allowed. */
const LIMITS = [
  { header: /limit-limit(-|$)|^(x-)?rate-?limit-(requests|max)$/, number: /^\s*(\d{1,12})/ },
  { header: /limit-policy$/, number: /(?:^|\bq=)(\d{1,12})/ },
  { header: /^ratelimit$/, number: /\blimit=(\d{1,12})/ },
] as const;

/** Describes the rate limit headers of plain lists, and the limits that they name. */
export function rateLimits({ heard, secrets, settings }: Run): string {
  const headersOf = (caller: Caller['kind']): [string, string][] =>
    Object.entries(heard.plain.get(caller)?.exchange.response?.headers ?? {}).filter(([name]) =>
      RATE_LIMIT.test(name),
    );
  const limitOf = (caller: Caller['kind'], who: string): string[] => {
    const limits = headersOf(caller).flatMap(([name, value]) =>
      LIMITS.flatMap(({ header, number }) => (header.test(name) ? (number.exec(value)?.[1] ?? []) : [])),
    );
    return limits.slice(0, 1).map((limit) => `${limit} ${who}`);
  };
  const names = [
    ...new Set([...headersOf('member'), ...headersOf('anonymous')].map(([name]) => name)),
  ].toSorted();
  if (names.length === 0) return 'no rate limit headers';
  return [
    joined(names.map((name) => truncate(secrets.hide(name), 26))),
    ...limitOf('member', 'with TOKEN'),
    ...(sendsCookie(settings.address.extra) ? [] : limitOf('anonymous', 'without a credential')),
  ].join('; ');
}

/** Returns the accepted creations with a usual payload. */
const acceptedOf = ({ ledger, bed, valid }: Run): readonly Creation[] =>
  ledger.accepted(bed.written).filter(({ ask }) => ask.observed === undefined || ask.payload === valid);

/** Describes the statuses of accepted creations. */
export const createdStatuses = (run: Run): string =>
  alternatives(acceptedOf(run).map(({ exchange }) => String(exchange.response?.status)));

/** Describes the answers to accepted creations, which section 4.2 does not show: `the issue as listed; Location`. */
export const createdAnswers = (run: Run): string =>
  alternatives(
    acceptedOf(run).flatMap(({ exchange: { response }, texts: [title = ''] }) => {
      if (response === null) return [];
      const location = response.headers['location'] === undefined ? 'no Location' : 'Location';
      return [`${describeBody(run, textOf(response), title)}; ${location}`];
    }),
  );

function describeBody({ heard, first, secrets }: Run, body: string | null, title: string): string {
  if (body === null) return 'a body too long to be kept';
  if (body.trim() === '') return 'empty';
  const reading = readJson(body);
  if (reading.kind !== 'json') return 'no JSON';
  const record = reading.value;
  if (!isObject(record)) return `a JSON ${jsonType(record)}`;
  const [name, value] =
    Object.entries(record).find(([, inner]) => strings(inner).some(({ text }) => text === title)) ?? [];
  if (name === undefined) return 'an object without the title';
  if (typeof value !== 'string') return `the issue inside ${truncate(secrets.hide(name), 30)}`;
  const listed = heard.plain.get(first.kind)?.list ?? [];
  const isWhole = fieldsOf(listed).every(
    ([field, values]) => values.length < listed.length || Object.hasOwn(record, field),
  );
  return isWhole ? 'the issue as listed' : 'the issue with other fields than listed';
}

/** The private repository and two made-up ones, without a credential. */
export const privateRepositories = ({ bed, anonymous, values }: Run): Requests => {
  const { owner = '', repo = '' } = bed.privateRepository ?? {};
  const names = { real: repo, one: values.name('like private'), other: values.name('like private too') };
  const asked = (name: string) => ({ caller: anonymous, repository: { owner, repo: name } });
  return { real: asked(names.real), one: asked(names.one), other: asked(names.other) };
};

/** Parts of an answer that may tell repositories apart. Their name is left out of a body. */
const PARTS: Readonly<Record<string, (answer: Answer) => string>> = {
  status: ({ status }) => String(status),
  'names of headers': ({ exchange: { response } }) =>
    Object.keys(response?.headers ?? {})
      .toSorted()
      .join(),
  body: ({ ask, exchange: { response } }) =>
    (response === null ? '' : (textOf(response) ?? '')).replaceAll(ask.repository.repo, ''),
};

/** Describes what tells the private repository from made-up ones, which agree there. */
export function differencesOfPrivate({ answers: { real, one, other } }: Seen): string {
  const parts = Object.entries(PARTS).flatMap(([name, of]) => {
    const [own, ...others] = [real, one, other].map((answer) => (answer === undefined ? '' : of(answer)));
    return others[0] === others[1] && own !== others[0] ? [name] : [];
  });
  return parts.length === 0 ? 'cannot be told apart' : `told apart by ${parts.join(', ')}`;
}
