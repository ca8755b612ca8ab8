import { create, type SendOptions, send } from './client.ts';
import type { Within } from './within.ts';

// Milliseconds that exceed any background work of a fault.
const QUIET_MS = 200;

const RECOMMENDED = { accept: 'application/vnd.service+json', 'x-service-api-version': '2022-11-28' };

const PAYLOADS = [
  '{"title":"t"}',
  '{"title":"t","body":"b"}',
  '{"title":" t ","body":""}',
  '{"title":"t","body":null}',
  '{"title":"t","more":1}',
  `{"title":"${'t'.repeat(300)}"}`,
  '{}',
  '{"body":"b"}',
  '{"title":null}',
  '{"title":5}',
  '{"title":["t"]}',
  '{"title":"t","body":5}',
  '{"title":"t","body":false}',
  '{"title":"größer"}',
  '[]',
  '"t"',
  '5',
  'null',
  '{',
];

const QUERIES = [
  '',
  ...['1', '5', '10', '99', '100', '101', '150', '4294967301', '9223372036854775808'].map(
    (n) => `?per_page=${n}`,
  ),
  ...['0', '-1', '-5', '-9223372036854775809', 'abc'].map((n) => `?per_page=${n}`),
  ...['5&page=2', '50&page=3', '50&page=4', '150&page=2', '0&page=2', '-5&page=2'].map(
    (n) => `?per_page=${n}`,
  ),
  ...['0', 'abc', '99999999999'].map((page) => `?page=${page}`),
  ...['open', 'closed', 'all', 'nonsense'].map((state) => `?state=${state}`),
  ...['zzqx', '%27', '%C3%BC', 'constructor', '%07', 'title', 'x'.repeat(300)].map((sort) => `?sort=${sort}`),
  ...['asc', 'desc', 'zzqx'].map((direction) => `?sort=zzqx&direction=${direction}`),
  '?sort=zzqx&per_page=3&page=2',
  '?sort=updated&direction=zzqx',
  '?direction=asc',
  ...['150', '4294967306', '0', '-1'].flatMap((n) =>
    ['state=open', 'direction=desc', 'sort=zzqx', 'page=2'].map((other) => `?${other}&per_page=${n}`),
  ),
  '?state=open&sort=zzqx&direction=asc',
  '?sort=zzqx%5B',
  '?per_page=20&page=3',
  '?more=1',
];

/** Queries of all callers, before and after writes. */
const AGAIN = [
  '',
  '?page=2',
  ...['10', '37', '64', '100', '101', '150', '65541', '1000000000000000000000000000000'].map(
    (n) => `?per_page=${n}`,
  ),
  ...['0', '0', '-5', '-1', '-5&page=2'].map((n) => `?per_page=${n}`),
  ...['5&page=2', '5&page=3', '7&page=20', '50&page=2', '50&page=3', '100&page=2'].map(
    (n) => `?per_page=${n}`,
  ),
  ...['open', 'open&per_page=100'].map((state) => `?state=${state}`),
  ...['updated', 'zzqx', 'zzqx%25', 'zzqx&page=2'].map((sort) => `?sort=${sort}`),
  ...['asc', 'asc', 'zzqx'].map((direction) => `?sort=zzqx&direction=${direction}`),
];

/** Queries for a private repository by callers without access. */
const PRIVATE_QUERIES = ['?state=all', '?per_page=100', '?per_page=0', '?sort=created', '?per_page=5&page=2'];

/**
 * Yields the responses to about 400 requests of all kinds: equal text for equal behaviour. Ports, times and
 * tags made from them are masked. A reader may stop at the first difference.
 */
async function* transcript(reference: Within): AsyncGenerator<string> {
  const { token, outsiderToken, owner, privateOwner, privateRepo } = reference;
  const vault = { owner: privateOwner, repo: privateRepo };
  const note = async (name: string, response: Promise<Response>) => `${name}: ${await shown(response)}`;
  const readings = async function* (when: string): AsyncGenerator<string> {
    for (const reader of [{}, { token }, { token: outsiderToken }]) {
      const name = `${when} ${JSON.stringify(reader)}`;
      for (const query of AGAIN) yield note(`${name} ${query}`, send(reference, query, reader));
      yield note(`${name} unknown`, send(reference, '', { token: 'unknown' }));
      for (const place of [vault, { repo: 'nothing' }, { owner: 'nobody' }])
        for (const query of ['', '', '?page=2'])
          yield note(`${name} ${JSON.stringify(place)}`, send(reference, query, { ...reader, ...place }));
    }
  };

  for (const query of QUERIES) yield note(query, send(reference, query, { headers: RECOMMENDED }));
  const readers: readonly SendOptions[] = [
    {},
    { token },
    { token: outsiderToken },
    { headers: { accept: 'text/csv' } },
    { headers: { 'x-service-api-version': '1900-01-01' } },
    ...credentials(token).map((authorization) => ({ headers: { authorization } })),
  ];
  const places: readonly SendOptions[] = [
    {},
    vault,
    { owner: 'nobody' },
    { owner: `${owner}-x` },
    { repo: 'nothing' },
    { repo: 'widgets-x' },
    { repo: 'WIDGETS' },
  ];
  for (const reader of readers) yield note(JSON.stringify(reader), send(reference, '', reader));
  for (const place of places) {
    yield note(`${JSON.stringify(place)} member`, send(reference, '', { ...place, token }));
    yield note(`${JSON.stringify(place)} outsider`, send(reference, '', { ...place, token: outsiderToken }));
    yield note(`${JSON.stringify(place)} anonymous`, send(reference, '', place));
    yield note(`${JSON.stringify(place)} invalid`, send(reference, '', { ...place, token: 'x' }));
  }
  for (const query of PRIVATE_QUERIES)
    for (const reader of [{}, { token: outsiderToken }, { token: token.slice(0, 12) }])
      yield note(`${query} ${JSON.stringify(reader)}`, send(reference, query, { ...vault, ...reader }));
  yield* readings('at first');

  const json = { 'content-type': 'application/json' };
  for (const payload of PAYLOADS) yield note(payload, create(reference, payload, { headers: json }));
  yield note('without a type', create(reference, { title: 'typeless' }));
  for (const authorization of ['', ...credentials(token)]) {
    const headers = { ...json, authorization };
    const sent = { method: 'POST', body: '{"title":"refused"}', headers };
    yield note(`created by ${authorization}`, send(reference, '', sent));
  }
  for (const place of places) {
    const sent = { ...place, token: outsiderToken, headers: json };
    yield note(`created in ${JSON.stringify(place)}`, create(reference, { title: 'elsewhere' }, sent));
    yield note(`nothing created in ${JSON.stringify(place)}`, create(reference, {}, sent));
    yield note(`refused in ${JSON.stringify(place)}`, create(reference, {}, { ...sent, token: 'x' }));
  }
  yield note('other method', send(reference, '', { method: 'PUT', body: '{}' }));
  yield note('good again', create(reference, { title: 'good again' }, { headers: json }));
  for (let count = 1; count <= 4; count += 1) {
    const anonymous = send(reference, '', { method: 'POST', body: '{"title":"nobody"}', headers: json });
    yield note(`created by nobody ${count}`, anonymous);
  }
  yield* readings('after writing');
  await reference.clock.sleep(QUIET_MS);
  yield note('listed', send(reference, '?state=all&per_page=100'));
  yield note('and the rest', send(reference, '?state=all&per_page=100&page=2'));

  const titles = ['a', 'b', 'c', 'd', 'e', 'f', 'f'].map((letter) => `at one moment ${letter}`);
  await Promise.allSettled(titles.map((title) => create(reference, { title }, { headers: json })));
  const after = await shown(send(reference, '?state=all&per_page=20'));
  yield `at one moment: ${[...after.matchAll(/at one moment \w/g)].map(String).toSorted().join()}`;
}

function credentials(token: string): readonly string[] {
  const changed = `${token.slice(0, 12)}~${token.slice(13)}`;
  const near = [token.slice(0, 12), `${token}01234567`, changed, token.toUpperCase(), 'x'.repeat(200)];
  // One of these has the same check digit as the token.
  near.push(...Array.from({ length: 10 }, (_, digit) => `made-up-token-${digit}`));
  return [
    ...near.map((other) => `Bearer ${other}`),
    `bearer ${token}`,
    `token ${token}`,
    'Basic YTpi',
    'Bearer',
    'nonsense',
  ];
}

export async function wholeTranscript(reference: Within): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of transcript(reference)) lines.push(line);
  return lines;
}

/** Returns the first line that differs, or undefined. */
export async function firstDifference(
  reference: Within,
  expected: readonly string[],
): Promise<string | undefined> {
  let index = 0;
  for await (const line of transcript(reference)) {
    if (line !== expected[index]) return line;
    index += 1;
  }
  return index < expected.length ? 'the end' : undefined;
}

async function shown(answer: Promise<Response>): Promise<string> {
  try {
    const response = await answer;
    const headers = [...response.headers]
      .filter(([name]) => name !== 'date' && name !== 'content-length')
      .map(([name, value]) => `${name}=${name === 'etag' ? '…' : value}`);
    const text = `${response.status} ${headers.join(' ')} ${await response.text()}`;
    return text.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST').replaceAll(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
  } catch {
    return 'broken off';
  }
}
