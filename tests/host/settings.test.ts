import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flagOf, parseSettings, type RawSettings } from '../../src/host/settings.ts';
import { describeProblems } from '../../src/host/settings-sources.ts';
import { formatNames } from '../../src/report/format-names.ts';

const TARGET = { BASE_URL: 'http://localhost:8080', OWNER: 'acme', REPO: 'widgets' };

function problemsOf(raw: RawSettings) {
  const parsed = parseSettings(raw);
  return parsed.ok ? [] : parsed.problems;
}
function settingsOf(raw: RawSettings) {
  const parsed = parseSettings(raw);
  if (!parsed.ok) throw new Error(describeProblems(parsed.problems));
  return parsed.settings;
}

describe('settings', () => {
  it('have defaults for all but the target', () => {
    expect(settingsOf({})).toEqual({
      PROFILE: 'standard',
      ONLY: '',
      SKIP: '',
      CONCURRENCY: 8,
      TIMEOUT_MS: 10_000,
      WAIT_S: 0,
      LISTED_WITHIN_MS: 10_000,
      REPORT_DIR: 'reports',
      REPORT_FORMAT: [...formatNames],
      ALLOW_INCOMPLETE: false,
      ACCEPT: 'application/vnd.service+json',
      API_VERSION: '2022-11-28',
      API_VERSION_HEADER: 'X-Service-Api-Version',
      isBundledAsked: false,
      ofDotEnv: [],
      route: { proxy: null, checksCertificates: true },
    });
  });

  it('are read as what they are', () => {
    const given = {
      ...TARGET,
      SEED: '0',
      MAX_RATE: '2.5',
      DEADLINE_S: '60',
      WRITES: 'rejected',
      ALLOW_INCOMPLETE: '1',
    };
    expect(settingsOf(given)).toMatchObject({
      SEED: 0,
      MAX_RATE: 2.5,
      DEADLINE_S: 60,
      WRITES: 'rejected',
      ALLOW_INCOMPLETE: true,
    });
    expect(settingsOf({ ALLOW_INCOMPLETE: 'false' }).ALLOW_INCOMPLETE).toBe(false);
  });

  it('name formats with blanks or commas between them, in any order', () => {
    const [first, second] = formatNames;
    expect(settingsOf({ REPORT_FORMAT: `${second}, ${first}` }).REPORT_FORMAT).toEqual([first, second]);
    expect(problemsOf({ REPORT_FORMAT: 'pdf' })).toEqual([
      { setting: 'REPORT_FORMAT', given: 'pdf', allowed: `one or more of ${formatNames.join(', ')}` },
    ]);
  });

  it('that are empty or blank are none', () => {
    expect(settingsOf({ ...TARGET, SEED: '', CONCURRENCY: '  ', TOKEN: '\n', PROFILE: '' })).toEqual(
      settingsOf(TARGET),
    );
  });

  it('lose the blanks around them', () => {
    expect(settingsOf({ ...TARGET, TOKEN: ' abc\n', CONCURRENCY: ' 3 ' })).toMatchObject({
      TOKEN: 'abc',
      CONCURRENCY: 3,
    });
  });

  it('do not heed what else is in the environment', () => {
    expect(settingsOf({ ...TARGET, PATH: '/bin', HOME: '/root' })).toEqual(settingsOf(TARGET));
  });
});

describe('an address', () => {
  it('may have any prefix, a slash at its end or none', () => {
    const addresses = ['http://h', 'http://h/', 'https://h:8443/api/v3//', 'HTTP://H/a b'].map(
      (BASE_URL) => settingsOf({ ...TARGET, BASE_URL }).BASE_URL,
    );
    expect(addresses).toEqual(['http://h', 'http://h', 'https://h:8443/api/v3', 'http://h/a%20b']);
  });

  it('wants an owner and a repository', () => {
    expect(problemsOf({ BASE_URL: 'http://h' }).map(({ setting, given }) => [setting, given])).toEqual([
      ['OWNER', null],
      ['REPO', null],
    ]);
  });

  it('is none of another scheme, with a query or with a fragment', () => {
    for (const BASE_URL of ['localhost:8080', 'ftp://h', 'h', '//h', 'http://'])
      expect(problemsOf({ ...TARGET, BASE_URL }).map(({ setting, given }) => [setting, given])).toEqual([
        ['BASE_URL', BASE_URL],
      ]);
  });

  it('with a query, a fragment, or what may have been a password is refused and not shown', () => {
    for (const BASE_URL of [
      'http://h/#hunter2',
      'http://h/?t=hunter2',
      'http://h/%23hunter2%40',
      'user:hunter2%40h',
    ]) {
      const problems = problemsOf({ ...TARGET, BASE_URL });
      // Percent-encoded, it is an ordinary path.
      if (BASE_URL.includes('%23')) expect(problems).toEqual([]);
      else expect(problems).toMatchObject([{ setting: 'BASE_URL', given: null }]);
    }
  });

  it('that holds a token is refused and not shown, whatever else is wrong with it', () => {
    const TOKEN = 'a-token-of-24-characters';
    for (const BASE_URL of [
      `http://h/${TOKEN}/api`,
      `ftp://h/${TOKEN}`,
      'http://h/%61-token-of-24-characters',
    ]) {
      const text = describeProblems(problemsOf({ ...TARGET, TOKEN, BASE_URL }));
      expect(text).toContain('BASE_URL');
      expect(text).not.toContain('token-of-24');
    }
    expect(problemsOf({ ...TARGET, TOKEN: 'api', BASE_URL: 'http://h/api' })).toEqual([]);
    const text = describeProblems(problemsOf({ ...TARGET, TOKEN, PROFILE: TOKEN }));
    expect(text).toContain('PROFILE (--profile) is "<TOKEN>"');
  });

  it('with a user name and password is refused and not shown', () => {
    for (const BASE_URL of ['http://user:hunter2@h', 'https://hunter2@h/api', 'http://:hunter2@h/?x']) {
      const problems = problemsOf({ ...TARGET, BASE_URL });
      expect(problems.map(({ setting, given }) => [setting, given])).toEqual([['BASE_URL', null]]);
      expect(describeProblems(problems)).toContain('without a user name and password');
      expect(describeProblems(problems)).not.toContain('hunter2');
    }
  });
});

/** One invalid value of each setting, with a pattern of the expected message. */
const BAD: Readonly<Record<string, readonly [given: string, allowed: RegExp]>> = {
  BASE_URL: ['ftp://h', /http:\/\/ or https:\/\//],
  OWNER: ['..', /other than "\." and "\.\."/],
  REPO: ['a\u0007b', /without control characters/],
  PRIVATE_OWNER: ['.', /other than/],
  PRIVATE_REPO: ['..', /other than/],
  WRITE_OWNER: ['..', /other than/],
  WRITE_REPO: ['.', /other than/],
  WRITES: ['some', /none, rejected or all/],
  PROFILE: ['fast', /quick, standard or thorough/],
  ONLY: ['nonsense', /"nonsense" matches none/],
  SKIP: ['list.per-pge', /"list.per-pge" matches none; did you mean list.per-page\?/],
  SEED: ['2147483648', /0 to 2147483647/],
  CONCURRENCY: ['0', /1 to 256/],
  MAX_REQUESTS: ['-1', /1 to 1000000/],
  MAX_RATE: ['0', /above 0/],
  TIMEOUT_MS: ['1e3', /1 to 600000/],
  DEADLINE_S: ['1.5', /1 to 1000000/],
  LISTED_WITHIN_MS: ['soon', /0 to 600000/],
  ALLOW_INCOMPLETE: ['yes', /true or false/],
  ACCEPT: ['a\nb', /one line/],
  API_VERSION: ['é', /ASCII/],
  API_VERSION_HEADER: ['X Version', /name of a header/],
};
const bad: RawSettings = Object.fromEntries(Object.entries(BAD).map(([name, [given]]) => [name, given]));

/** Settings that some of them require. */
const OTHERS = { PRIVATE_REPO: 'secret', WRITE_OWNER: 'acme', WRITE_REPO: 'sandbox' };

describe('a bad setting', () => {
  for (const [name, [given, allowed]] of Object.entries(BAD)) {
    it(`is named with what was given and what is allowed: ${name}`, () => {
      const [problem, ...more] = problemsOf({ ...TARGET, ...OTHERS, [name]: given });
      expect(problem).toMatchObject({ setting: name, given, allowed: expect.stringMatching(allowed) });
      expect(more).toEqual([]);
    });
  }

  it('does not hide another one: all are said at once', () => {
    const named = problemsOf({ ...bad, TOKEN: 'a b', OUTSIDER_TOKEN: 'é' }).map(({ setting }) => setting);
    expect(named.toSorted()).toEqual([...Object.keys(BAD), 'OUTSIDER_TOKEN', 'TOKEN'].toSorted());
  });

  it('of numbers is every text that is no whole number within its limits', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const value = text.trim();
        const good = value === '' || (/^\d{1,10}$/.test(value) && Number(value) >= 1 && Number(value) <= 256);
        expect(problemsOf({ CONCURRENCY: text }).length).toBe(good ? 0 : 1);
      }),
    );
    for (const text of ['0x10', '+5', '1_0', '1,0', '٣', '257', '99999999999', '-0'])
      expect(problemsOf({ CONCURRENCY: text })).toHaveLength(1);
  });
});

describe('a token', () => {
  it('that cannot be one is named and not shown', () => {
    for (const name of ['TOKEN', 'OUTSIDER_TOKEN']) {
      const problems = problemsOf({ ...TARGET, [name]: 'two words' });
      expect(problems.map(({ setting, given }) => [setting, given])).toEqual([[name, null]]);
      expect(describeProblems(problems)).not.toContain('two words');
    }
  });

  it('of the outsider must be another one than that of the member, and is not shown', () => {
    const problems = problemsOf({ ...TARGET, TOKEN: 'same-token', OUTSIDER_TOKEN: 'same-token' });
    expect(problems).toMatchObject([{ setting: 'OUTSIDER_TOKEN', given: null }]);
    expect(describeProblems(problems)).not.toContain('same-token');
  });

  it('is not shown where other settings are bad', () => {
    const text = describeProblems(
      problemsOf({ ...bad, TOKEN: 'member-token', OUTSIDER_TOKEN: 'outsider-token' }),
    );
    expect(text).not.toMatch(/member-token|outsider-token/);
  });

  it('has no flag: a process list shows flags', () => {
    expect([flagOf('TOKEN'), flagOf('OUTSIDER_TOKEN')]).toEqual([null, null]);
  });
});

describe('the private repository', () => {
  it('is another one than the public one', () => {
    expect(problemsOf({ ...TARGET, PRIVATE_REPO: 'widgets' })).toMatchObject([
      { setting: 'PRIVATE_REPO', given: 'widgets' },
    ]);
    expect(problemsOf({ ...TARGET, PRIVATE_OWNER: 'acme', PRIVATE_REPO: 'widgets' })).toHaveLength(1);
  });

  it('may have the name of the public one where its owner is another', () => {
    expect(problemsOf({ ...TARGET, PRIVATE_OWNER: 'other', PRIVATE_REPO: 'widgets' })).toEqual([]);
    expect(problemsOf({ ...TARGET, PRIVATE_REPO: 'secret' })).toEqual([]);
    // Most services ignore the case of names.
    for (const name of [{ PRIVATE_REPO: 'Widgets' }, { PRIVATE_OWNER: 'ACME', PRIVATE_REPO: 'widgets' }])
      expect(problemsOf({ ...TARGET, ...name })).toMatchObject([{ setting: 'PRIVATE_REPO' }]);
    const written = { ...TARGET, WRITE_OWNER: 'acme', WRITE_REPO: 'Secret', PRIVATE_REPO: 'secret' };
    expect(problemsOf(written)).toMatchObject([{ setting: 'WRITE_REPO', given: 'Secret' }]);
    expect(problemsOf({ ...TARGET, WRITE_OWNER: 'acme', WRITE_REPO: 'Widgets' })).toMatchObject([
      { setting: 'WRITE_REPO', given: 'Widgets' },
    ]);
    expect(problemsOf({ ...TARGET, WRITE_OWNER: 'acme', WRITE_REPO: 'widgets' })).toEqual([]);
  });

  it('has a name where it has an owner', () => {
    expect(problemsOf({ ...TARGET, PRIVATE_OWNER: 'other' })).toMatchObject([
      { setting: 'PRIVATE_REPO', given: null },
    ]);
  });
});

describe('the repository that is written to', () => {
  const WRITTEN = { ...TARGET, WRITE_OWNER: 'acme', WRITE_REPO: 'sandbox' };

  it('is named by owner and name, or not at all', () => {
    expect(settingsOf(WRITTEN)).toMatchObject({ WRITE_OWNER: 'acme', WRITE_REPO: 'sandbox' });
    expect(problemsOf({ ...WRITTEN, WRITE_OWNER: undefined })).toMatchObject([
      { setting: 'WRITE_OWNER', given: null, allowed: expect.stringContaining('required with WRITE_REPO') },
    ]);
    expect(problemsOf({ ...WRITTEN, WRITE_REPO: '' })).toMatchObject([
      { setting: 'WRITE_REPO', given: null, allowed: expect.stringContaining('required with WRITE_OWNER') },
    ]);
  });

  it('is never the private one, and may be the one that is read', () => {
    const secret = { ...TARGET, PRIVATE_REPO: 'secret', WRITE_OWNER: 'acme', WRITE_REPO: 'secret' };
    expect(problemsOf(secret)).toMatchObject([{ setting: 'WRITE_REPO', given: 'secret' }]);
    expect(problemsOf({ ...secret, PRIVATE_OWNER: 'other' })).toEqual([]);
    expect(problemsOf({ ...TARGET, WRITE_OWNER: 'acme', WRITE_REPO: 'widgets' })).toEqual([]);
  });
});

describe('flags', () => {
  it('are called like their setting, but for a few that are shorter', () => {
    expect(['BASE_URL', 'MAX_REQUESTS', 'TIMEOUT_MS', 'DEADLINE_S'].map(flagOf)).toEqual([
      '--base-url',
      '--max-requests',
      '--timeout',
      '--deadline',
    ]);
  });
});

describe('LABEL', () => {
  const labelled = (LABEL: string): string[] =>
    problemsOf({ ...TARGET, LABEL }).map(
      ({ setting, given, allowed }) => `${setting} ${given ?? '?'}: ${allowed}`,
    );
  const allowed = 'a name of 1 to 80 characters, without invisible ones';

  it('is any short name, in any script', () => {
    for (const label of ['staging', 'Staging (EU) #2 {blue}', 'Prüfstand “nord”', '本番', '🚀'.repeat(80)])
      expect(settingsOf({ ...TARGET, LABEL: ` ${label} ` }).LABEL).toBe(label);
  });

  it.each([
    ['too long', 'x'.repeat(81)],
    ['a line break', 'a\nb'],
    ['an escape', 'a\u001b[31m'],
    ['a control of one byte', 'a\u009b31m'],
    ['a mark that turns the direction', 'a\u202eb'],
    ['a character that nobody sees', 'a\u200bb'],
  ])('is refused where it has or is %s', (_, label) => {
    expect(labelled(label)).toEqual([`LABEL ${label}: ${allowed}`]);
    const said = describeProblems(problemsOf({ ...TARGET, LABEL: label }));
    expect(said).toContain('LABEL (--label) is "');
    for (const harmful of ['\u001b', '\u009b', '\u202e', '\u200b']) expect(said).not.toContain(harmful);
  });

  it('without an address never turns green', () => {
    expect(labelled('').concat(problemsOf({ LABEL: 'staging' }).map((one) => one.allowed))).toEqual([
      'the address of the service, required with LABEL. To check the bundled service, unset that and pass --bundled',
    ]);
  });

  it('holds no token', () => {
    const raw = { ...TARGET, TOKEN: 'a-token-of-some-length', LABEL: 'with a-token-of-some-length' };
    const said = describeProblems(problemsOf(raw));
    expect(said).toContain('LABEL (--label): a value that does not contain TOKEN');
    expect(said).not.toContain('a-token-of-some-length');
  });
});
