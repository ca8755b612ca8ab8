import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BadBaseline } from '../../src/baseline/baseline.ts';
import { parseYaml, readBaseline } from '../../src/baseline/read.ts';
import { MAX_YAML_BYTES } from '../../src/baseline/yaml.ts';
import { sharedFolder } from '../support/temporary.ts';

const at = sharedFolder();
const parse = (text: string) => parseYaml(text, 'The baseline');
const ENTRY = '- rule: list.ok\n  expect: fail\n  reason: the gateway\n';
const PLAIN = { rule: 'list.ok', expect: 'fail' };

/** Returns the error message for a text, or `nothing`. */
function wrongWith(text: string): string {
  try {
    parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(BadBaseline);
    return (error as Error).message;
  }
  return 'nothing';
}

it('a baseline is a list of entries, or a mapping of known failures and pins', () => {
  expect(parse(ENTRY)).toEqual({ known: [{ ...PLAIN, reason: 'the gateway' }], pins: [] });
  const text = `
known:
  - { rule: list.ok, expect: fail, kind: [lost, status], reason: null, issue: 7, expires: 2026-12-31 }
  - { rule: list.token, expect: skip, cause: setting, reason: no token in CI }
pins:
  - { observation: observed.create.status, value: 0x1F, reason: the app }
  - { observation: observed.rate-limit, value: "", reason: ~ }
`;
  expect(parse(text)).toMatchObject({
    known: [
      { kind: ['lost', 'status'], reason: 'null', issue: '7', expires: '2026-12-31' },
      { rule: 'list.token', expect: 'skip', cause: ['setting'] },
    ],
    pins: [{ value: '0x1F' }, { value: '', reason: '~' }],
  });
  for (const empty of ['known:\n', 'known:\n# - rule: list.ok\npins:\n', 'known: []', '# nothing\n---\n'])
    expect(parse(empty)).toEqual({ known: [], pins: [] });
});

const entry = (rest: string, rule = 'list.ok'): string => `- rule: ${rule}\n  expect: fail\n  ${rest}`;

it.each<[string, RegExp]>([
  [entry('reason: x', 'list.okk'), /line 1: rule .*list\.okk.*did you mean list\.ok/],
  ['- rule: list.ok\n  expect: fial\n  reason: x', /line 2: expect .*fial/],
  ['- rule: list.ok\n  reason: x', /line 1: expect/],
  ['- rule: list.ok\n  expect: fail', /line 1: reason/],
  [entry('reason: ""'), /line 3: reason/],
  [entry('reason: "TODO: why"'), /line 3: reason/],
  [entry(`reason: ${'x'.repeat(1001)}`), /line 3: reason/],
  [`${ENTRY}  kind: stolen`, /line 4: kind .*stolen/],
  ['- rule: list.ok\n  expect: skip\n  kind: lost\n  reason: x', /line 3: kind/],
  ['- rule: list.ok\n  expect: skip\n  cause: stolen\n  reason: x', /line 3: cause .*stolen/],
  ...['unanswered', 'unstable', 'limit', 'interrupted'].map((cause): [string, RegExp] => [
    `- rule: list.ok\n  expect: inconclusive\n  cause: [data, ${cause}]\n  reason: x`,
    new RegExp(`line 3: cause .*${cause}`),
  ]),
  [`${ENTRY}  cause: data`, /line 4: cause/],
  [`${ENTRY}  expires: 2026-02-30`, /line 4: expires/],
  [`${ENTRY}  until: 2026-02-03`, /line 4: .*until/],
  [`${ENTRY}  reason: again`, /line 4: .*same key/],
  [`${ENTRY}${ENTRY}`, /line 4: rule is list\.ok/],
  [entry('reason: x', 'observed.links'), /line 1: rule .*observed\.links/],
  ['pins:\n- observation: list.ok\n  value: x\n  reason: x', /line 2: observation/],
  ['pins:\n- observation: observed.links\n  reason: x', /line 2: value/],
  ['knwon:\n  - rule: list.ok', /line 1: "knwon" .*did you mean known\?/],
  ['- rule: list.ok\n  exepct: fail\n  reason: x', /^The baseline cannot be used: line 2: "exepct" [^\n]*$/],
  ['---\nlist.ok', /it is "list\.ok"; expected/],
  [`${entry('reason: x', '&a list.ok')}\n- *a`, /line 4: .*alias/],
  ['- rule: list.ok\n expect: fail', /line 2: /],
  ['known:\n---\npins:\n', /multiple docs/],
  [
    `known:\n- rule: a\n  expect: b\n${'- c\n'.repeat(20)}`,
    /^The baseline cannot be used: line 2: [^]*13 more/,
  ],
  ['- rule: "\\e[2J\\u202e"\n  expect: fail\n  reason: x', /line 1: rule /],
])('what is wrong with a baseline is said with its line (case %#)', (text, says) => {
  expect(wrongWith(text)).toMatch(says);
});

it.each([
  'TOKEN=s3cret-one\n#\ns3cret-two\n',
  'TOKEN: s3cret-one\ns3cret-two: x\n',
  '- s3cret-one\n- [s3cret-two]\n- "s3cret',
  '- rule: s3cret-one\n  s3cret-two: x\n  expect: [s3cret-one]',
  '%s3cret-one\n%TAG s3cret-two\n',
])(
  'nothing of a file that is no baseline is quoted but what is shaped like an id (case %#)',
  async (text) => {
    const folder = at();
    await writeFile(join(folder, '.env'), text);
    const failure = readBaseline(join(folder, '.env'));
    await expect(failure).rejects.toThrow(/line \d/);
    await expect(failure).rejects.not.toThrow(/s3cret/);
  },
);

/** Far more levels than a baseline has. */
const LEVELS = 15_000;

it.each([
  ['nested lists', '- '.repeat(LEVELS)],
  ['brackets', `- ${'{'.repeat(LEVELS)}`],
  ['levels of blanks', Array.from({ length: 700 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
  ['keys', `known:\n${Array.from({ length: 1500 }, (_, key) => `k${key}: v`).join('\n')}`],
  ['aliases', `a: &a [x,x]\n${Array.from({ length: 60 }, (_, n) => `b${n}: &b${n} [*a,*a]`).join('\n')}`],
])('a bomb is refused: %s', (_, text) => {
  expect(wrongWith(text)).not.toBe('nothing');
});

it('a file of ids, one a line, is a baseline too; one that cannot be read is named with the setting', async () => {
  const folder = at();
  const read = async (text: string) => {
    await writeFile(join(folder, 'known'), text);
    return readBaseline(join(folder, 'known'));
  };
  const ids = '\uFEFF# known\r\n\r\n  list.ok\t# 7\r\nlist.ok\r\n#list.array\r\n';
  expect((await read(ids)).known).toMatchObject([PLAIN]);
  expect((await read('')).known).toEqual([]);
  for (const wrong of [
    'list.ok\n\nlist.oké\n',
    'list',
    'list.ok list.array',
    '{"known": 1}',
    '#'.repeat(2 * MAX_YAML_BYTES),
  ])
    await expect(read(wrong)).rejects.toBeInstanceOf(BadBaseline);
  for (const path of [folder, join(folder, 'nowhere')])
    await expect(readBaseline(path)).rejects.toThrow(/BASELINE \(--baseline\)/);
});
