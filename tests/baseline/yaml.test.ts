import { expect, it } from 'vitest';
import { readBaseline } from '../../src/baseline/read.ts';
import { baselineReader } from './reading.ts';

const parse = baselineReader();
const ENTRY = '- rule: list.ok\n  expect: fail\n  reason: the gateway\n';
const PLAIN = { rule: 'list.ok', expect: 'fail' };

it('a baseline is a list of entries, or a mapping of known failures and pins', async () => {
  expect(await parse(ENTRY)).toEqual({ known: [{ ...PLAIN, reason: 'the gateway' }], pins: [] });
  const text = `
known:
  - { rule: list.ok, expect: fail, kind: [lost, status], reason: null, issue: 7, expires: 2026-12-31 }
  - { rule: list.token, expect: skip, cause: setting, reason: no token in CI }
pins:
  - { observation: observed.create.status, value: 0x1F, reason: the app }
  - { observation: observed.rate-limit, value: "", reason: ~ }
`;
  expect(await parse(text)).toMatchObject({
    known: [
      { kind: ['lost', 'status'], reason: 'null', issue: '7', expires: '2026-12-31' },
      { rule: 'list.token', expect: 'skip', cause: ['setting'] },
    ],
    pins: [{ value: '0x1F' }, { value: '', reason: '~' }],
  });
  for (const empty of ['known:\n', 'known:\n# - rule: list.ok\npins:\n', 'known: []', '# nothing\n---\n'])
    expect(await parse(empty)).toEqual({ known: [], pins: [] });
});

const entry = (rest: string, rule = 'list.ok'): string => `- rule: ${rule}\n  expect: fail\n  ${rest}`;

it.each<[string, RegExp]>([
  [entry('reason: x', 'list.okk'), /line 1: rule: .*did you mean list\.ok/],
  ['- rule: list.ok\n  expect: fial\n  reason: x', /line 2: expect: it is "fial"; expected one of fail, /],
  ['- rule: list.ok\n  reason: x', /line 1: expect: it is missing\.$/],
  [entry('reason: ""'), /line 3: reason: it is empty/],
  [entry('reason: "TODO: why"'), /line 3: reason: /],
  [`${ENTRY}  kind: stolen`, /line 4: kind: .*lost/],
  ['- rule: list.ok\n  expect: skip\n  kind: lost\n  reason: x', /line 3: kind: /],
  ...['stolen', 'unanswered', 'unstable', 'limit', 'interrupted'].map((cause): [string, RegExp] => [
    `- rule: list.ok\n  expect: inconclusive\n  cause: [data, ${cause}]\n  reason: x`,
    new RegExp(`line 3: cause: it is .*${cause}.* expected one of .*data`),
  ]),
  [`${ENTRY}  cause: data`, /line 4: cause: /],
  [`${ENTRY}  expires: 2026-02-30`, /line 4: expires: /],
  [`${ENTRY}  until: 2026-02-03`, /line 4: until: .*expires/],
  [`${ENTRY}  reason: again`, /line 4: .*duplicate key/],
  [`${ENTRY}${ENTRY}`, /line 4: rule: /],
  [entry('reason: x', 'observed.links'), /line 1: rule: .*under pins/],
  ['pins:\n- observation: list.ok\n  value: x\n  reason: x', /line 2: observation: .*judged/],
  ['pins:\n- observation: observed.links\n  reason: x', /line 2: value: it is missing/],
  ['knwon:\n  - rule: list.ok', /line 1: knwon: .*known, pins/],
  ['---\nlist.ok', /line 1: it is a text; expected a mapping, .*known, pins/],
  ['known: x', /line 1: known: it is a text; expected a list/],
  ['- rule: list.ok\n expect: fail', /line 2: /],
  ['known:\n---\npins:\n', /multiple docs/],
  [`known:\n- rule: a\n  expect: b\n${'- c\n'.repeat(20)}`, /"\S+" cannot be used: line 2: [^]*13 more/],
  ['{"known": 1}', /line 1: /],
  ['list.ok\n\nlist.oké\n', /line 3: rule: /],
  ['list', /line 1: rule: /],
  ['#'.repeat(600_000), /600000 bytes/],
  // A bomb is refused as well.
  [`- ${'{'.repeat(15_000)}`, /./],
  [`a: &a [x,x]\n${Array.from({ length: 60 }, (_, n) => `b${n}: &b${n} [*a,*a]`).join('\n')}`, /./],
])('what is wrong with a baseline is said with its line (case %#)', async (text, says) => {
  await expect(parse(text)).rejects.toThrow(says);
});

it.each([
  'TOKEN=s3cret-one\n#\ns3cret-two\n',
  'TOKEN: s3cret-one\ns3cret-two: x\n',
  '- s3cret-one\n- [s3cret-two]\n- "s3cret',
  '- rule: s3cret-one\n  s3cret-two: x\n  expect: [s3cret-one]',
  '%s3cret-one\n%TAG s3cret-two\n',
])('no value of a file that is no baseline is quoted (case %#)', async (text) => {
  const failure = parse(text);
  await expect(failure).rejects.toThrow(/line \d/);
  await expect(failure).rejects.not.toThrow(/s3cret/);
});

it('a file of ids, one a line, is a baseline too; one that cannot be read is named with the setting', async () => {
  const ids = '\uFEFF# known\r\n\r\n  list.ok\t# 7\r\nlist.ok\r\n#list.array\r\n';
  expect((await parse(ids)).known).toMatchObject([PLAIN]);
  expect((await parse('')).known).toEqual([]);
  for (const path of ['.', 'nowhere'])
    await expect(readBaseline(path)).rejects.toThrow(/BASELINE \(--baseline\)/);
});
