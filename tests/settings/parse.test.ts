import { expect, it } from 'vitest';
import { type RuleId, ruleIds } from '../../src/model/rule-ids.ts';
import { formatNames } from '../../src/render/formats.ts';
import { flagOf } from '../../src/settings/names.ts';
import { describeProblems, type RawSettings } from '../../src/settings/parse.ts';
import { selectRules } from '../../src/settings/selection.ts';
import { SETTINGS, settingNames } from '../../src/settings/table.ts';
import { BUNDLED, parsedSettings, settingProblems, TARGET } from './parsed-settings.ts';

const TOKEN = 'a-token-of-24-characters';

/** Of each setting: values with what they are read as, and bad values. Bad ones of the first five are not shown. */
const VALUES: Readonly<
  Record<string, { readonly good?: Readonly<Record<string, unknown>>; readonly bad: readonly string[] }>
> = {
  TOKEN: { good: { ' abc-1\n': 'abc-1' }, bad: ['two words', 'tökén-1'] },
  OUTSIDER_TOKEN: { bad: ['two words', 'tökén-1'] },
  HEADERS: { bad: ['hunter2', 'X-A: hunter2\\nX-B: two'] },
  BASE_URL: {
    good: {
      'http://h': 'http://h',
      'http://h/': 'http://h',
      'https://h:8443/api/v3//': 'https://h:8443/api/v3',
      'HTTP://H/a b': 'http://h/a%20b',
      'http://h/%23hunter2%40': 'http://h/%23hunter2%40',
    },
    bad: ['localhost:8080', 'ftp://h', 'h', '//h', 'http://', 'http://h:99999', 'http://::1:4800'],
  },
  OWNER: { bad: ['.', '..', 'a\u0007b'] },
  REPO: { bad: ['.', '..', 'a\u0007b'] },
  PRIVATE_OWNER: { bad: ['.', '..'] },
  PRIVATE_REPO: { bad: ['.', '..'] },
  WRITE_OWNER: { bad: ['.', '..'] },
  WRITE_REPO: { bad: ['.', '..'] },
  LABEL: {
    good: Object.fromEntries(
      ['Staging (EU) #2 {blue}', 'Prüfstand “nord”', '本番', '🚀'.repeat(80)].map((label) => [label, label]),
    ),
    bad: ['x'.repeat(81), 'a\nb', 'a\u001b[31m', 'a\u009b31m', 'a\u202eb', 'a\u200bb'],
  },
  WRITES: { good: { rejected: 'rejected' }, bad: ['some'] },
  PROFILE: { good: { quick: 'quick', '': 'standard' }, bad: ['fast', 'quik'] },
  ONLY: { bad: ['nonsense', 'list.ok list.per-pge'] },
  SKIP: { bad: ['list.per-pge'] },
  SEED: { good: { '0': 0 }, bad: ['2147483648', '-1'] },
  CONCURRENCY: {
    good: { ' 3 ': 3, '  ': 8, '256': 256 },
    bad: ['0', '257', '0x10', '+5', '1_0', '1,0', '٣', '99999999999', '-0', '1e3', '1.5'],
  },
  MAX_REQUESTS: { good: { '1': 1 }, bad: ['0', '-1'] },
  MAX_RATE: { good: { '2.5': 2.5 }, bad: ['0', '-1', 'fast'] },
  TIMEOUT_MS: { good: { '600000': 600_000 }, bad: ['0', '600001'] },
  DEADLINE_S: { good: { '60': 60 }, bad: ['0', '1.5'] },
  WAIT_S: { good: { '0': 0 }, bad: ['3601'] },
  LISTED_WITHIN_MS: { good: { '0': 0 }, bad: ['soon'] },
  REPORT_FORMAT: {
    good: { [`${formatNames[1]}, ${formatNames[0]}`]: formatNames.slice(0, 2) },
    bad: ['pdf'],
  },
  HISTORY_KEEP: { good: { '90': 90 }, bad: ['0'] },
  ALLOW_INCOMPLETE: { good: { '1': true, true: true, false: false, '': false }, bad: ['yes'] },
  TARGET_VERSION: { good: { '1.4 (a1b2c3)': '1.4 (a1b2c3)' }, bad: ['a\nb'] },
  VERSION_HEADER: { bad: ['X Version'] },
  ACCEPT: { bad: ['a\nb'] },
  API_VERSION: { bad: ['é'] },
  API_VERSION_HEADER: { bad: ['X Version', 'authorization', 'Content-Length', 'Cookie', 'User-Agent'] },
  USER_AGENT: { good: { 'gate/1 (acme)': 'gate/1 (acme)' }, bad: ['a\nb'] },
};
/** Settings that some of them require. */
const OTHERS = { ...TARGET, PRIVATE_REPO: 'secret', WRITE_OWNER: 'acme', WRITE_REPO: 'sandbox' };
const UNSHOWN = ['TOKEN', 'OUTSIDER_TOKEN', 'HEADERS'];
const worst: RawSettings = Object.fromEntries(
  Object.entries(VALUES).map(([name, { bad }]) => [name, bad[0]]),
);

it.each(settingNames)('a setting has good and bad values here, unless it is any text: %s', (name) => {
  const tested = [...Object.keys(VALUES), 'REPORT_DIR', 'HISTORY_DIR', 'BASELINE', 'RECORD'];
  expect(tested, 'add it to VALUES in tests/settings/parse.test.ts').toContain(name);
});

it.each(Object.entries(VALUES))('a setting is read, or alone is named: %s', (name, { good = {}, bad }) => {
  for (const [text, value] of Object.entries(good))
    expect(parsedSettings({ ...TARGET, [name]: text })).toHaveProperty(name, value);
  for (const text of bad) {
    const problems = settingProblems({ ...OTHERS, [name]: text });
    const given = UNSHOWN.includes(name) ? null : text;
    expect(problems.map((one) => [one.setting, one.given])).toEqual([[name, given]]);
    const said = describeProblems(problems);
    for (const harmful of [...'\u001b\u009b\u202e\u200b\u0007', 'hunter2', 'two words'])
      expect(said).not.toContain(harmful);
    expect(said.split('\n')).toHaveLength(2);
  }
});

it('a setting does not hide another one: all are said at once', () => {
  const named = settingProblems(worst).map(({ setting }) => setting);
  expect(new Set(named)).toEqual(new Set(Object.keys(VALUES)));
});

it('a setting has the defaults of the bundled service if none is set', () => {
  expect(parsedSettings({ PATH: '/bin', SEED: '', TOKEN: '\n' }, BUNDLED)).toEqual({
    PROFILE: 'standard',
    ONLY: [],
    SKIP: [],
    CONCURRENCY: 8,
    TIMEOUT_MS: 10_000,
    WAIT_S: 0,
    REPORT_DIR: 'reports',
    REPORT_FORMAT: [...formatNames],
    ALLOW_INCOMPLETE: false,
    ACCEPT: 'application/vnd.service+json',
    API_VERSION: '2022-11-28',
    API_VERSION_HEADER: 'X-Service-Api-Version',
    isBundled: true,
    from: new Map(),
    route: { proxy: null, checksCertificates: true },
  });
});

it('a setting has a flag, if a process list may show it', () => {
  expect(['TIMEOUT_MS', ...UNSHOWN].map(flagOf)).toEqual(['--timeout', null, null, null]);
});

it.each<[raw: RawSettings, named: readonly string[]]>([
  [{ OWNER: undefined, REPO: undefined }, ['OWNER', 'REPO']],
  // Most services ignore the case of names.
  [{ PRIVATE_REPO: 'Widgets' }, ['PRIVATE_REPO']],
  [{ PRIVATE_OWNER: 'ACME', PRIVATE_REPO: 'widgets' }, ['PRIVATE_REPO']],
  [{ PRIVATE_OWNER: 'other', PRIVATE_REPO: 'widgets' }, []],
  [{ PRIVATE_OWNER: 'other' }, ['PRIVATE_REPO']],
  [{ WRITE_OWNER: 'acme', WRITE_REPO: 'sandbox' }, []],
  [{ WRITE_OWNER: 'acme' }, ['WRITE_REPO']],
  [{ WRITE_REPO: 'sandbox' }, ['WRITE_OWNER']],
  [{ WRITE_OWNER: 'acme', WRITE_REPO: 'widgets' }, []],
  [{ WRITE_OWNER: 'acme', WRITE_REPO: 'Widgets' }, ['WRITE_REPO']],
  [{ WRITE_OWNER: 'acme', WRITE_REPO: 'Secret', PRIVATE_REPO: 'secret' }, ['WRITE_REPO']],
  [{ WRITE_OWNER: 'acme', WRITE_REPO: 'secret', PRIVATE_OWNER: 'other', PRIVATE_REPO: 'secret' }, []],
  [{ TOKEN: 'same-one', OUTSIDER_TOKEN: 'same-one' }, ['OUTSIDER_TOKEN']],
  [{ BASE_URL: undefined, OWNER: undefined, REPO: undefined, LABEL: 'staging' }, ['BASE_URL']],
])('settings in combination are good, or name what is wrong: %j', (raw, named) => {
  expect(settingProblems({ ...TARGET, ...raw }).map(({ setting }) => setting)).toEqual(named);
});

it.each<[raw: RawSettings, named: string]>([
  ...[
    'http://user:hunter2@h',
    'http://h/#hunter2',
    'http://h/?t=hunter2',
    'user:hunter2%40h',
    'http://h/api?',
    `ftp://h/${TOKEN}`,
  ].map((BASE_URL): [RawSettings, string] => [{ TOKEN, BASE_URL }, 'BASE_URL']),
  [{ TOKEN, PROFILE: TOKEN }, 'PROFILE'],
  [{ TOKEN, LABEL: `with ${TOKEN}` }, 'LABEL'],
  [{ ...worst, TOKEN, OUTSIDER_TOKEN: 'hunter2-0123456789' }, 'BASE_URL'],
])('a secret in a setting is refused and not shown: %j', (raw, named) => {
  const problems = settingProblems({ ...TARGET, ...raw });
  expect(problems.map(({ setting }) => setting)).toContain(named);
  expect(JSON.stringify(problems) + describeProblems(problems)).not.toMatch(/hunter2|token-of-24/);
});

it.each(['TOKEN', '12345', 'a-', 'Password'])('a secret is refused if hiding it garbles: %s', (word) => {
  const problems = settingProblems({ ...TARGET, TOKEN: word });
  expect(problems).toMatchObject([{ setting: 'TOKEN', given: null }]);
  expect(settingProblems({ ...TARGET, OUTSIDER_TOKEN: word })).toHaveLength(1);
});

it.each(['tok-1', 'x9$k', 'ghp_0123456789'])('a secret is good if it is short, but no word: %s', (word) => {
  expect(settingProblems({ ...TARGET, TOKEN: word })).toEqual([]);
});

const beginning = (start: string) => ruleIds.filter((id) => id.startsWith(start));

it.each<[only: string, skip: string, rules: readonly RuleId[], problems: readonly string[]]>([
  ['', '', ruleIds, []],
  ['list.page', '', beginning('list.page'), []],
  ['', 'observed create.', beginning('list.'), []],
  ['list.ok list.array', 'list.ok', ['list.array'], []],
  [' list.records,list.ok\n,\tlist.ok ', '', ['list.ok', 'list.records'], []],
  ['list.ok nonsense', 'list.OK other', ['list.ok'], ['ONLY "nonsense"', 'SKIP "list.OK"', 'SKIP "other"']],
  ['page', '', [], ['ONLY "page"']],
  ['list.ok', 'list', [], ['SKIP']],
  ['', 'list create observed', [], ['SKIP']],
])('--only "%s" --skip "%s" selects rules by their beginnings', (only, skip, rules, problems) => {
  const selected = selectRules(SETTINGS.ONLY.schema.parse(only), SETTINGS.SKIP.schema.parse(skip));
  expect(selected.problems.map(({ setting }) => setting)).toEqual(problems.map((one) => one.split(' ')[0]));
  for (const [index, { message }] of selected.problems.entries())
    expect(message).toContain(problems[index]?.split(' ')[1] ?? '');
  if (problems.length === 0 || rules.length === 0) expect(selected.rules).toEqual(rules);
});

it.each(['bearer-1 2', 'a Bearer b'])('the token %s is not said to begin with Bearer', (token) => {
  expect(SETTINGS.TOKEN.schema.safeParse(token).error?.message).not.toContain('without Bearer');
});
