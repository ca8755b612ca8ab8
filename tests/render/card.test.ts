import { expect, it } from 'vitest';
import { cardBlocks, cardText } from '../../src/render/card.ts';
import { reportDocument } from '../../src/render/report-document.ts';
import { terminal } from '../../src/render/terminal.ts';
import { actualInShort } from '../../src/report/groups.ts';
import type { ExchangeReport, RuleReport } from '../../src/report/model.ts';
import { failing, plainExchange, sampleReport } from '../report/reports.ts';

it.each<[string, string, string, kind?: 'stored']>([
  ['404', '403', '403, not 404'],
  ['401: no access', '200 and 30 results', '200 and 30 results, not 401'],
  ['422', '422 and 30 results', '422 and 30 results'],
  ['401 or 404', '404', '404'],
  ['exactly 30 results', '1 result', '1 result'],
  // The name of a record is no status.
  ['401', '161 is listed', '161 is listed', 'stored'],
])('%j expected and %j seen is told as %j', (expected, actual, seen, kind) => {
  const failure = { kind: kind ?? ('status' as const), expected, actual };
  expect(actualInShort(failing('list.unknown-repo', failure))).toBe(seen);
});

const shownBy = (
  request: Partial<ExchangeReport['request']>,
  ...before: readonly ExchangeReport[]
): RuleReport =>
  failing('list.ok', { curl: 'curl http://planted', exchanges: [...before, sent('case', request)] });
const sent = (role: 'case' | 'context', request: object): ExchangeReport => ({
  ...plainExchange,
  role,
  request: { ...plainExchange.request, ...request },
});

const REPORT = sampleReport('nonconformant');

it('records of two answers stand in a table, a line each, on 80 columns', () => {
  const record = {
    name: '1840005593',
    number: '148',
    state: 'open',
    title: 'Crash when the list is empty',
    differs: true,
  };
  const exchanges = [{ ...plainExchange, role: 'twin' as const }, sent('case', {})];
  const records = [
    { ...record, places: [{ exchange: 1, result: 30 }] },
    { ...record, places: [{ exchange: 2, result: 1 }] },
  ];
  const rules = [failing('list.ok', { exchanges, records })];
  const document = reportDocument(sampleReport('nonconformant', { rules }), { paths: [] });
  const text = terminal(document, { color: false, width: 80 });
  expect(text).toMatch(/1840005593 +– +result 30 +148 +open +Crash when/);
});

const commandsOf = (rule: RuleReport, report = REPORT): readonly string[] =>
  cardBlocks(rule, report).flatMap((block) => (block.is === 'code' ? [block.text] : []));

it.each<[string, RuleReport, RegExp | null]>([
  ['one request', shownBy({}), /^curl -sSi /],
  ['after others that only read', shownBy({}, sent('context', {})), /^curl -sSi /],
  [
    'after a creation',
    shownBy({}, sent('context', { method: 'POST' })),
    /^curl -sSi -X POST .*\ncurl -sSi -H /,
  ],
  [
    'and a compared one',
    shownBy({ url: 'http://h/' }, { ...plainExchange, role: 'twin' }),
    /^curl .*issues\ncurl .*h\/$/,
  ],
  ['with many of its own', shownBy({}, ...['1', '2', '3'].map((body) => sent('case', { body }))), null],
  ['with TOKEN', shownBy({ headers: { authorization: 'Bearer <TOKEN>' } }), /\$\{TOKEN:\?\}/],
  ['with a near miss', shownBy({ headers: { authorization: 'Bearer <first half of TOKEN>' } }), null],
])('a failure shown by a request %s has a curl line if it can show it', (_, rule, line) => {
  const commands = commandsOf(rule);
  const curl = commands.slice(0, -1).join('\n');
  if (line === null) expect(curl).toBe('');
  else expect(curl).toMatch(line);
  expect(curl).not.toContain('planted');
  expect(commands.at(-1)).toMatch(/ replay .* list\.ok$/);
});

it('a handler within a program gets no command, and none names an id that no shell takes', () => {
  const within = { ...REPORT, run: { ...REPORT.run, handler: true } };
  expect(commandsOf(shownBy({}), within)).toEqual([]);
  expect(commandsOf({ ...shownBy({}), id: 'list.ok; rm -rf ~' }).join('\n')).not.toContain('rm -rf');
});

it('a card shows no command that is not the real one', () => {
  const isShown = (url: string): boolean => /^curl /m.test(cardText(shownBy({ url }), REPORT));
  expect(['http://h', 'http://h/\u202e', `http://h/${'x'.repeat(5000)}`].map(isShown)).toEqual([
    true,
    false,
    false,
  ]);
});

it('a card says what tells alike requests apart, and marks where an answer is cut', () => {
  const by = (authorization: string) => sent('case', { headers: { accept: 'x', authorization } });
  const body = '{"title":"ic-c2170e542e-0001"}';
  const exchanges = [
    sent('context', { method: 'POST', body }),
    sent('case', { headers: {} }),
    by('Bearer <TOKEN>'),
    { ...by('Basic x'), response: { status: 200, headers: {}, body: 'x'.repeat(300), truncated: false } },
  ];
  const text = cardText(failing('list.ok', { counterexample: {}, exchanges }), REPORT);
  for (const said of [
    'Created by (ic-c2170e542e-0001): POST',
    'Request 2 (no accept, no credential): GET',
    'Request 3 (accept: x, TOKEN): GET',
    'This request (accept: x, Basic x): GET',
    'the plain request (accept: x, Basic x)\n',
    `${'x'.repeat(199)}…\n`,
  ])
    expect(text).toContain(said);
});

it('a card shortens hostile records', () => {
  const long = '\u202e'.repeat(100_000);
  const record = { places: [{ exchange: 1, result: 3 }], differs: true, name: long, title: long };
  const text = cardText(failing('list.ok', { records: Array.from({ length: 1000 }, () => record) }), REPORT);
  expect(text).not.toContain('\u202e');
  expect(text.length).toBeLessThan(6000);
});
