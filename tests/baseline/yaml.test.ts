import { describe, expect, it } from 'vitest';
import { BadBaseline } from '../../src/baseline/baseline.ts';
import { parseYaml } from '../../src/baseline/yaml.ts';

const parse = (text: string) => parseYaml(text, 'The baseline');
const ENTRY = '- rule: list.ok\n  expect: fail\n  reason: the gateway\n';

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

describe('a baseline in YAML', () => {
  it('is a list of entries', () => {
    expect(parse(ENTRY)).toEqual({
      entries: [
        {
          rule: 'list.ok',
          expect: 'fail',
          kinds: [],
          causes: [],
          reason: 'the gateway',
          issue: null,
          expires: null,
        },
      ],
      pins: [],
    });
  });

  it('is a mapping of known failures and pins', () => {
    const text = `
known:
  - rule: create.once
    expect: fail
    kind: [lost, duplicated]
    reason: the queue drops one of many
    issue: 7
    expires: 2026-12-31
  - { rule: list.token, expect: skip, cause: setting, reason: no token in CI }
pins:
  - observation: observed.create.status
    value: 201
    reason: the app looks for 201
  - observation: observed.rate-limit
    value: ""
    reason: none is sent
`;
    expect(parse(text)).toEqual({
      entries: [
        {
          rule: 'create.once',
          expect: 'fail',
          kinds: ['lost', 'duplicated'],
          causes: [],
          reason: 'the queue drops one of many',
          issue: '7',
          expires: '2026-12-31',
        },
        {
          rule: 'list.token',
          expect: 'skip',
          kinds: [],
          causes: ['setting'],
          reason: 'no token in CI',
          issue: null,
          expires: null,
        },
      ],
      pins: [
        { observation: 'observed.create.status', value: '201', reason: 'the app looks for 201', issue: null },
        { observation: 'observed.rate-limit', value: '', reason: 'none is sent', issue: null },
      ],
    });
  });

  it.each(['known:\n', 'known:\n# - rule: list.ok\npins:\n', 'known: []', '# nothing\n---\n'])(
    'may list nothing: %j',
    (text) => {
      expect(parse(text)).toEqual({ entries: [], pins: [] });
    },
  );

  it('may be JSON, and takes every scalar for the text that stands there', () => {
    const json = JSON.stringify({
      known: [{ rule: 'list.ok', expect: 'fail', kind: 'status', reason: 'null' }],
      pins: [{ observation: 'observed.links', value: '0x1F', reason: '~' }],
    });
    const { entries, pins } = parse(json);
    expect([entries[0]?.kinds, entries[0]?.reason, pins[0]?.value, pins[0]?.reason]).toEqual([
      ['status'],
      'null',
      '0x1F',
      '~',
    ]);
  });
});

describe('what is wrong with a baseline', () => {
  it.each([
    [
      '- rule: list.okay\n  expect: fail\n  reason: x',
      /line 1: rule is "list\.okay", which is not a rule id; "issue-conformance rules/,
    ],
    [
      '- rule: list.ok\n  expect: fial\n  reason: x',
      /line 2: expect is "fial"; expected one of fail, inconclusive, skip\./,
    ],
    ['- rule: list.ok\n  reason: x', /line 1: expect is missing/],
    ['- rule: list.ok\n  expect: fail', /line 1: reason is missing/],
    ['- rule: list.ok\n  expect: fail\n  reason: ""', /line 3: reason is empty/],
    ['- rule: list.ok\n  expect: fail\n  reason:', /line 3: reason is empty/],
    [
      '- rule: list.ok\n  expect: fail\n  reason: "TODO: why"',
      /line 3: reason is "TODO: why", so nobody has reviewed/,
    ],
    ['- rule: list.ok\n  expect: fail\n  reason: " todo"', /line 3: reason is " todo", so nobody/],
    [
      `- rule: list.ok\n  expect: fail\n  reason: ${'x'.repeat(1001)}`,
      /line 3: reason has 1001 characters; expected at most 1000/,
    ],
    [
      `${ENTRY}  kind: stolen`,
      /line 4: kind is "stolen"; expected one of status, server-error, .*gone-away\./,
    ],
    [`${ENTRY}  kind: []`, /line 4: kind is an empty list/],
    ['- rule: list.ok\n  expect: skip\n  kind: lost\n  reason: x', /line 3: kind is given with expect: skip/],
    [
      '- rule: list.ok\n  expect: inconclusive\n  cause: stolen\n  reason: x',
      /line 3: cause is "stolen"; expected one of setting, data, access, other-rule, unclear\./,
    ],
    ...['unanswered', 'unstable', 'limit', 'interrupted'].map((cause): [string, RegExp] => [
      `- rule: list.ok\n  expect: inconclusive\n  cause: [data, ${cause}]\n  reason: x`,
      new RegExp(`line 3: cause is "${cause}", which no entry accepts; expected one of setting, `),
    ]),
    ['- rule: list.ok\n  expect: skip\n  cause: []\n  reason: x', /line 3: cause is an empty list/],
    [`${ENTRY}  cause: data`, /line 4: cause is given with expect: fail; a failure has a kind/],
    [`${ENTRY}  expires: 2026-02-30`, /line 4: expires is "2026-02-30"; expected a day as YYYY-MM-DD/],
    [`${ENTRY}  expires: 31.12.2026`, /line 4: expires is "31\.12\.2026"/],
    [
      `${ENTRY}  until: 2026-02-03`,
      /line 4: an entry has "until"; expected one of rule, expect, kind, cause, reason, issue, expires/,
    ],
    [`${ENTRY}  reason: again`, /line 4: an entry has reason twice/],
    [`${ENTRY}${ENTRY}`, /line 4: list\.ok is already in line 1/],
    ['- list.ok', /line 1: known has "list\.ok"; expected a mapping/],
    [
      '- rule: observed.links\n  expect: fail\n  reason: x',
      /line 1: rule is "observed\.links", which is observed and never fails; pin it/,
    ],
    [
      'pins:\n- observation: list.ok\n  value: x\n  reason: x',
      /line 2: observation is "list\.ok", which is judged/,
    ],
    ['pins:\n- observation: observed.links\n  reason: x', /line 2: value is missing/],
    ['pins:\n- observation: observed.links\n  value:\n  reason: x', /line 3: value is empty/],
    [
      'pins:\n- observation: observed.links\n  value: x\n  reason: x\n  expires: 2026-01-01',
      /line 5: a pin has "expires"/,
    ],
    ['known: list.ok', /line 1: known is not a list/],
    ['knwon:\n  - rule: list.ok', /line 1: the file has "knwon"; expected one of known, pins/],
    ['---\nlist.ok', /line 2: it is neither a list of entries nor a mapping with known and pins/],
    ['- rule: [list.ok]\n  expect: fail\n  reason: x', /line 1: rule is a list, a mapping or an alias/],
    ['- rule: &a list.ok\n  expect: fail\n  reason: x\n- *a', /line 4: known has a list or an alias/],
    ['a: &a [x]\nknown: *a', /line 1: the file has "a"/],
    ['- rule: list.ok\n  <<: {expect: fail}\n  reason: x', /line 2: an entry has "<<"/],
    ['- rule: list.ok\n expect: fail', /line 2: it is not YAML/],
    ['known:\n---\npins:\n', /it is not YAML: Source contains multiple documents/],
    ['- ? [a]\n  : b', /an entry has a key that is not a text/],
  ])('is said with its line, what was given and what is allowed (case %#)', (text, says) => {
    expect(wrongWith(text)).toMatch(says);
  });

  it('is said all at once, by lines, up to a number', () => {
    const said = wrongWith(`known:\n- rule: a\n  expect: b\n${'- c\n'.repeat(20)}`);
    const lines = said.split('\n');
    expect(lines[0]).toBe('The baseline cannot be used, for 23 reasons:');
    expect(lines[1]).toMatch(/^ {2}line 2: /);
    expect(lines.at(-1)).toBe('  … and 13 more.');
    expect(lines).toHaveLength(12);
  });

  it('is said without what a terminal obeys', () => {
    expect(wrongWith('- rule: "\\e[2J\\u202e"\n  expect: fail\n  reason: x')).toContain(
      String.raw`rule is "\u{1b}[2J\u{202e}"`,
    );
  });
});

describe("a stranger's YAML", () => {
  const MAX_BYTES = 250 * 1024;
  it.each([
    ['nested lists', '- '.repeat(MAX_BYTES / 2)],
    ['nested lists of so many levels', `${'- '.repeat(49)}x\n`.repeat(MAX_BYTES / 100 / 2)],
    ['nested keys', '? '.repeat(MAX_BYTES / 2)],
    ['brackets', '[\n'.repeat(2000)],
    ['more brackets', `- ${'{'.repeat(MAX_BYTES)}`],
    ['levels of blanks', Array.from({ length: 700 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
    ['many lines', `- a\n${'\n'.repeat(20_000)}`],
    ['many bytes', `- ${'a'.repeat(MAX_BYTES * 2)}`],
    ['many keys', `known:\n${Array.from({ length: 4000 }, (_, key) => `k${key}: v`).join('\n')}`],
    ['many tags', `${'!!x '.repeat(500)}\n`.repeat(100)],
    ['many directives', `%\n`.repeat(4000)],
    [
      'a bomb of aliases',
      `a: &a [x,x]\n${Array.from({ length: 60 }, (_, n) => `b${n}: &b${n} [*a,*a]`).join('\n')}\nknown: *b59`,
    ],
  ])('is refused, whatever it is made of: %s', (_, text) => {
    expect(wrongWith(text)).toMatch(/^The baseline cannot be used/);
  });
});
