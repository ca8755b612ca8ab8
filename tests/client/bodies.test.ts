import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Bodies } from '../../src/client/body.ts';
import { textOf } from '../../src/client/exchange.ts';
import { get, virtualClient } from './sending.ts';

const CODINGS = { gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync, br: brotliCompressSync };
const MOST = 8 * 1024 * 1024;

type Encoded = readonly [coding: string | undefined, body: Buffer | string, outcome: string];

it.each<Encoded>([
  ...Object.entries(CODINGS).flatMap(([name, encode]): Encoded[] => [
    [name, encode('[1]'), '[1]'],
    [name, '[1,2,3]', 'undecodable'],
    [name, encode('[1,2,3]'.repeat(50)).subarray(0, -5), 'undecodable'],
    [name, encode(Buffer.alloc(MOST)), '\0'.repeat(4096)],
    [name, encode(Buffer.alloc(MOST + 1)), 'too-large'],
  ]),
  ['GZIP', gzipSync('[1]'), '[1]'],
  [undefined, '[1]', '[1]'],
  ['', '[1]', '[1]'],
  [' Identity ', '[1]', '[1]'],
  ['gzip', '', ''],
  ['rot13', 'x', 'undecodable'],
  ['constructor', 'x', 'undecodable'],
  ['gzip, gzip', 'x', 'undecodable'],
])('a body is read as its coding says, or a fault: %s', async (coding, body, outcome) => {
  const headers: Record<string, string> = coding === undefined ? {} : { 'content-encoding': coding };
  const { client } = virtualClient(() => () => ({ status: 200, headers, body: [Buffer.from(body)] }));
  const { response, fault } = await client.send(() => get('http://a/'));
  expect(fault?.kind ?? response?.body).toBe(outcome);
});

/** Returns a function that keeps bodies as a run does. */
const keeping = () => {
  const bodies = new Bodies();
  return (text: string) => bodies.keep({ status: 200, headers: {} }, Buffer.from(text));
};

it('the kept body of an answer says if it is no UTF-8', () => {
  const bytes = Buffer.from([0x5b, 0xff, 0x5d]);
  expect(new Bodies().keep({ status: 200, headers: {} }, bytes).utf8).toBe(false);
});

it('the kept body of an answer is the same if it comes again, and differs from another that begins alike', () => {
  const keep = keeping();
  const [one, other] = [keep(`${'y'.repeat(5000)}1`), keep(`${'y'.repeat(5000)}2`)];
  const again = keep(`${'y'.repeat(5000)}1`);
  expect([again.long === one.long, textOf(one)?.length]).toEqual([true, 5001]);
  expect([one.long === again.long, one.long === other.long, one.body === other.body]).toEqual([
    true,
    false,
    true,
  ]);
});

it('the kept body of an answer is read once: a list as its elements, and another text only if it is not too long', () => {
  const keep = keeping();
  const list = keep(JSON.stringify(Array.from({ length: 2000 }, (_, id) => ({ id }))));
  expect(list.long?.json).toMatchObject({ kind: 'json', value: { length: 2000 } });
  expect([textOf(list), textOf(keep('x'.repeat(70_000)))]).toEqual([null, null]);
  const object = keep(JSON.stringify({ text: 'x'.repeat(5000) }));
  expect([object.long?.json, textOf(object)?.length]).toMatchObject([{ kind: 'json', value: null }, 5011]);
});

it('the kept body of an answer has little of a long text in a list, which still differs from another', () => {
  const long = 'x'.repeat(20_000);
  const { json } = keeping()(JSON.stringify([long, long, `${long}y`, 'a'.repeat(8000)])).long ?? {};
  const [one, same, other, short] = json?.kind === 'json' ? (json.value as readonly string[]) : [];
  expect([one?.length, one === same, one === other]).toEqual([8258, true, false]);
  expect(short).toBe('a'.repeat(8000));
});

it('the kept body of an answer is not read once the run keeps too much of others', () => {
  const keep = keeping();
  const kinds = (pages: number, textOfPage: (page: number) => string): (string | undefined)[] =>
    Array.from({ length: pages }, (_, page) => keep(textOfPage(page)).long?.json.kind);
  const heavy = (page: number): string => `[${page}${',0'.repeat(400_000)}]`;
  expect(new Set(kinds(100, () => heavy(0)))).toEqual(new Set(['json']));
  expect(kinds(15, heavy).at(-1)).toBe('beyond');
  // What was read before is known.
  expect(keep(heavy(0)).long?.json.kind).toBe('json');
});
