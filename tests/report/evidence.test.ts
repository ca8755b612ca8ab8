import { expect, it } from 'vitest';
import { Bodies } from '../../src/client/body.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { Secrets } from '../../src/client/secrets.ts';
import { reportDocument } from '../../src/render/report-document.ts';
import { terminal } from '../../src/render/terminal.ts';
import { curlOf } from '../../src/report/commands.ts';
import { evidenceOf, evidenceOfViolation } from '../../src/report/evidence.ts';
import type { RuleReport } from '../../src/report/model.ts';
import { exchangeOf } from '../support/exchanges.ts';
import { failing, sampleReport } from './reports.ts';

const exchange = (headers: Exchange['request']['headers'], body = ''): Exchange =>
  exchangeOf({}, { headers, body });

/** Returns an exchange with a body of which a client keeps the beginning, if it is long. */
const kept = ({ response, ...rest }: Exchange, text: string): Exchange => ({
  ...rest,
  response: response && new Bodies().keep(response, Buffer.from(text)),
});

/** Returns what a terminal shows of failed rules. */
const shownOf = (...rules: readonly RuleReport[]): string =>
  terminal(reportDocument(sampleReport('nonconformant', { rules }), { paths: [] }), {
    color: false,
    width: 100,
  });

const answerOf = (one: Exchange) => evidenceOf(one, new Secrets()).response;

it('the evidence of an exchange keeps no more of headers and bodies than a person reads', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x-${index}`, 'y']));
  expect(Object.keys(answerOf(exchange(many))?.headers ?? {})).toHaveLength(30);
  const long = { long: 'y'.repeat(9000) };
  expect(answerOf(exchange(long))?.headers['long']).toMatch(/^y+ … 9000 characters … y+$/);
  expect(evidenceOf(exchangeOf({ headers: long }, {}), new Secrets()).request.headers).toEqual(long);
  expect(answerOf(exchange({}, 'y'.repeat(2000)))).toMatchObject({ truncated: false });
  const cut = { body: 'y'.repeat(2000), truncated: true };
  expect(answerOf(exchange({}, 'y'.repeat(2001)))).toMatchObject(cut);
});

it('the evidence of an exchange hides a header of the settings as that header, however short its value is, and for curl to read', () => {
  const secrets = new Secrets();
  secrets.addHeader({ name: 'X-Debug', value: '1', secrets: [] });
  const one = exchange({ 'x-debug': '1', 'x-count': '1' });
  const sent = { ...one, request: { ...one.request, headers: { 'x-debug': '1', accept: 'a/b' } } };
  const shown = evidenceOf(sent, secrets);
  expect(shown.request.headers).toEqual({ 'x-debug': '<HEADERS: X-Debug>', accept: 'a/b' });
  expect(shown.response?.headers).toEqual({ 'x-debug': '<HEADERS: X-Debug>', 'x-count': '1' });
  expect(curlOf(shown)).toBe("curl -sSi -H 'accept: a/b' -H @headers.txt http://service.test/issues");
  expect(curlOf(evidenceOf(one, secrets))).not.toContain('@');
});

it.each([
  [{ headers: { authorization: 'Bearer <TOKEN>' } }, '-H "authorization: Bearer ${TOKEN:?}"'],
  [
    { headers: { authorization: '$x! <OUTSIDER_TOKEN>' } },
    '"authorization: \\$x"\'!\'" ${OUTSIDER_TOKEN:?}"',
  ],
  [{ headers: { accept: 'a/b', authorization: '' } }, "-H 'authorization;'"],
  [{ headers: {} }, '-H accept: http'],
  [{ headers: {}, method: 'POST', body: '{}' }, "-X POST -H accept: -H content-type: --data-raw '{}'"],
  [{ headers: { accept: 'a/b' }, method: 'HEAD' }, "curl -sSi -I -H 'accept: a/b'"],
  [{ headers: {}, url: 'http://h/[a]/{b}?token=<TOKEN>' }, 'curl -sSi -g'],
  [{ headers: {}, url: 'http://h/x?token=<TOKEN>' }, '"http://h/x?token=${TOKEN:?}"'],
])('the evidence of an exchange becomes a curl line that sends just that (case %#)', (part, line) => {
  const { request, ...rest } = evidenceOf(exchange({}), new Secrets());
  expect(curlOf({ ...rest, request: { ...request, ...part } })).toContain(line);
  expect(curlOf({ ...rest, request, fault: 'no complete answer within 300 ms' })).toMatch(
    /^curl -sSi -m 0\.3 /,
  );
  const headers = { authorization: 'Bearer <first half of TOKEN>' };
  expect(curlOf({ ...rest, request: { ...request, headers } })).toBe('');
});

it('the evidence of an exchange shows the beginning of a long body, and no secret where that was cut', () => {
  const secrets = new Secrets();
  const token = `ghp_${'0123456789'.repeat(10)}`;
  secrets.add(token, 'TOKEN');
  const shown = (text: string) => evidenceOf(kept(exchange({}), text), secrets).response;
  expect(shown('y'.repeat(5000))).toMatchObject({ body: 'y'.repeat(2000), truncated: true });
  expect(shown(`..... ${token.repeat(100)}`)?.body).toMatch(/^\.{5} (?:<TOKEN>)+<beginning of a secret>…$/);
  for (const rest of ['', 'z'.repeat(4000)])
    expect(JSON.stringify(shown(`${'y'.repeat(1990)}${token}${rest}`))).not.toContain('ghp_');
  const echoed = evidenceOf(exchange({ 'x-echo': token }), secrets).response;
  expect(echoed?.headers).toEqual({ 'x-echo': '<TOKEN>' });
});

it('the evidence of an exchange is an excerpt around the records that show it, in the order of time', () => {
  const records = Array.from({ length: 90 }, (_, at) => ({
    number: at,
    title: `ghp_0123456789 ${at}`,
    state: 'open',
  }));
  const at = (startedAt: number) => ({ ...exchange({}, JSON.stringify(records)), startedAt });
  const [own, before, unnamed] = [at(2), at(1), at(3)];
  const secrets = new Secrets();
  secrets.add('ghp_0123456789', 'TOKEN');
  const places = [
    { exchange: own, at: 80 },
    { exchange: before, at: 0 },
  ];
  const violation = {
    exchanges: [before, unnamed, own],
    twins: [before, unnamed],
    kind: 'wrong-results',
    expected: 'others',
    actual: 'these',
    records: [{ name: 'x', places, differs: true }],
  } as const;
  const { exchanges, records: shown } = evidenceOfViolation(violation, secrets);
  expect(exchanges.map(({ role, response }) => [role, response?.body])).toEqual([
    ['twin', '{"number":0,"title":"<TOKEN> 0","state":"open"}\n… 89 more …'],
    ['case', '… 80 more …\n{"number":80,"title":"<TOKEN> 80","state":"open"}\n… 9 more …'],
  ]);
  const fields = { name: 'x', number: '80', state: 'open', title: '<TOKEN> 80', differs: true };
  const shownPlaces = [
    { exchange: 2, result: 81 },
    { exchange: 1, result: 1 },
  ];
  expect(shown).toEqual([{ ...fields, places: shownPlaces }]);
});

it.each([
  ['the header x-last', { 'x-last': 'ic-abcdef0123-0001' }, ''],
  ['the body, as ic-abcdef0123-0001', {}, `${'<p>'.repeat(3000)}Secretly ic-abcdef0123-0001`],
])('the evidence of an exchange says that a leak without records stands in %s', (place, headers, body) => {
  const told = { kind: 'leaked', expected: 'nothing private', actual: 'an issue' } as const;
  const violation = { ...told, exchanges: [kept(exchange(headers), body)] };
  const { exchanges } = evidenceOfViolation(violation, new Secrets());
  const text = shownOf(failing('list.private.anonymous', { ...told, exchanges }));
  expect(text).toMatch(new RegExp(`Found in +${place}\n`));
  expect(text).not.toContain('Secretly');
});

it('the evidence of an exchange has of a private record only the number and the marker, outside of its body', () => {
  const body = JSON.stringify([{ number: 7, title: 'Sell the ic-abcdef0123-0001 house', body: 'Secretly' }]);
  const one = exchange({}, body);
  const records = [{ name: '7', places: [{ exchange: one, at: 0 }], differs: true }];
  const violation = {
    kind: 'leaked',
    expected: 'nothing private',
    actual: '1 private issue',
    exchanges: [one],
    records,
  } as const;
  const failure = evidenceOfViolation(violation, new Secrets());
  expect(failure.records).toMatchObject([{ number: '7', title: 'ic-abcdef0123-0001' }]);
  const text = shownOf(
    failing('list.private.anonymous', { ...failure, kind: 'leaked' }),
    failing('list.ok', { ...failure, kind: 'lost' }),
  );
  expect(text).toContain('ic-abcdef0123-0001');
  expect(text).not.toContain('Sell');
  expect(text).not.toContain('Secretly');
});
