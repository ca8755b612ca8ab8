import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const MEBI = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Returns the list that a service answers, by number of the request. */
type List = (request: number, created: number) => Answer | ((response: ServerResponse) => void);

interface Answer {
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = (value: unknown): Answer => ({ body: JSON.stringify(value) });
/** Caches the answer, because making it takes longer than sending it. */
function once(make: () => Answer): List {
  let made: Answer | null = null;
  return () => (made ??= make());
}

const WORDS = 'the list has more of it than anybody reads '.repeat(32);
const record = (id: number, more: object = {}) => ({
  id,
  title: `issue ${id}`,
  state: 'open',
  user: { id: id % 7, login: `user-${id % 7}` },
  labels: [{ name: 'one' }, { name: 'two' }],
  body: WORDS.slice(0, 1300),
  ...more,
});
const records = (length: number, more: object = {}) =>
  Array.from({ length }, (_, index) => record(length - index, more));

/** Lists all issues, new ones first, and ignores parameters. */
function all(length: number, more?: (request: number) => object): List {
  const made = new Map<number, Answer>();
  return (request, created) => {
    if (more !== undefined) return json(records(length + created, more(request)));
    const answer = made.get(created) ?? json(records(length + created));
    made.set(created, answer);
    return answer;
  };
}

const filled = (item: (index: number) => string, bytes = 15 * MEBI): Answer => {
  const parts: string[] = [];
  for (let size = 0, index = 0; size < bytes; index += 1) {
    const text = item(index);
    parts.push(text);
    size += text.length + 1;
  }
  return { body: `[${parts.join(',')}]` };
};

/** Sends an endless body as fast as the client reads. */
function endless(head: string, chunk: string): List {
  return () => (response) => {
    response.writeHead(200, JSON_TYPE);
    response.write(head);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk)) {
        // The client keeps up.
      }
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
}

const raw =
  (head: string, line: string): List =>
  () =>
  (response) => {
    const { socket } = response;
    if (socket === null) return;
    socket.write(head);
    const more = (): void => {
      while (!socket.destroyed && socket.write(line)) {
        // The client keeps up.
      }
      if (!socket.destroyed) socket.once('drain', more);
    };
    more();
  };

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

export const hostileServices: Readonly<Record<string, List>> = {
  'all of 1,500 issues': all(1500),
  'all of 4,000 issues': all(4000),
  'all of 4,000 issues, each other every time': all(4000, (at) => ({ at })),
  'all of 5,000 small issues': once(() =>
    json(Array.from({ length: 5000 }, (_, id) => ({ id, title: `${id}` }))),
  ),
  '15 MB of issues': once(() => filled((id) => JSON.stringify(record(id)))),
  '15 MB of issues, each other every time': (at) => filled((id) => JSON.stringify(record(id, { at }))),
  '15 MB of issues without a name, each other every time': (at) =>
    filled((id) => JSON.stringify({ title: `issue ${id} ${at}`, body: WORDS.slice(0, 400) })),
  '15 MB of text that is not Latin': once(() =>
    filled((id) => JSON.stringify({ id, title: '日本語'.repeat(50) }), 5 * MEBI),
  ),
  '1.9 million records': once(() => filled(() => '{"a":1}')),
  '1.2 million records with ids': once(() => filled((id) => `{"id":${id}}`)),
  '8 million numbers': once(() => filled((id) => String(id % 10))),
  '5 million empty arrays': once(() => filled(() => '[]')),
  'one record with a million names': once(() => ({
    body: `[{${Array.from({ length: 1_000_000 }, (_, id) => `"n${id}":${id % 10}`).join(',')}}]`,
  })),
  'a thousand records with a thousand names each': once(() =>
    filled((id) => `{"id":${id},${Array.from({ length: 1000 }, (_, n) => `"n${id}x${n}":1`).join(',')}}`),
  ),
  'one text of 7.9 MB, another each time': (at) => json([`${at} ${'x'.repeat(7.9 * MEBI)}`]),
  'one text of 15.8 MB, another each time': (at) => json([`${at} ${'x'.repeat(15.8 * MEBI)}`]),
  'one record of 7.9 MB, another each time': (at) =>
    json([{ id: 1, title: `${at} ${'x'.repeat(7.9 * MEBI)}` }]),
  'one record of 15.8 MB, another each time': (at) =>
    json([{ id: 1, title: `${at} ${'x'.repeat(15.8 * MEBI)}` }]),
  '7.9 MB of other words, another each time': (at) =>
    filled((id) => JSON.stringify(`${at} ${id} 語`), 7.9 * MEBI),
  '7.9 MB of names, others each time': (at) =>
    filled((id) => `{"id":${id},"${at} ${id}":{"${id}":"${at}"}}`, 7.9 * MEBI),
  'one text of 15 MB': once(() => json([{ id: 1, title: 'x'.repeat(15 * MEBI) }])),
  'texts of 500 kB without a name': once(() =>
    json(Array.from({ length: 30 }, (_, id) => ({ title: `${id} ${'%25'.repeat(170_000)}` }))),
  ),
  'a text of 15 MB of backslashes': once(() => json([{ title: '\\'.repeat(7 * MEBI) }])),
  'numbers of 100,000 digits': once(() => filled((id) => `{"id":${id + 1}${'7'.repeat(100_000)}}`)),
  'numbers of 100,000 noughts': once(() => filled((id) => `{"id":${id + 1}${'0'.repeat(100_000)}}`)),
  'one number of 15 million digits': once(() => ({ body: `[{"id":${'7'.repeat(15 * MEBI)}}]` })),
  'a million numbers of 17 digits': once(() => filled((id) => `{"id":${10n ** 17n + BigInt(id)}}`)),
  'records 499 deep': once(() => filled(() => nested(498))),
  'arrays 8 million deep': once(() => ({ body: '['.repeat(8 * MEBI) })),
  'a drip without end': () => (response) => {
    response.writeHead(200, JSON_TYPE);
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  },
  'a body without end': endless('[', `${JSON.stringify(record(1))},`),
  'chunks without end': endless('[', ' '),
  'headers without end': raw('HTTP/1.1 200 OK\r\n', 'x-more: and more\r\n'),
  '100,000 headers': () => (response) => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `x-${index}: ${index}\r\n`).join('');
    response.socket?.end(`HTTP/1.1 200 OK\r\n${lines}content-length: 2\r\n\r\n[]`);
  },
  'a Link header of 60 kB': once(() => ({ ...json(records(30)), headers: { link: '<'.repeat(60_000) } })),
  'a Link header of 60 kB of blanks': once(() => ({
    ...json(records(30)),
    headers: { link: `<x>${' '.repeat(60_000)}` },
  })),
  'a gzip bomb': once(() => ({
    body: gzipSync(Buffer.alloc(1024 * MEBI)),
    headers: { 'content-encoding': 'gzip' },
  })),
  '15 MB of issues, compressed': once(() => ({
    body: gzipSync(Buffer.from(filled((id) => JSON.stringify(record(id))).body)),
    headers: { 'content-encoding': 'gzip' },
  })),
  'a hundred layers of brotli': once(() => {
    let body = Buffer.alloc(15 * MEBI, '[]');
    for (let layer = 0; layer < 100; layer += 1)
      body = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });
    return { body, headers: { 'content-encoding': Array.from({ length: 100 }, () => 'br').join(',') } };
  }),
};
