import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flagOf, type RawSettings } from '../../src/host/settings.ts';
import { describeProblems } from '../../src/host/settings-sources.ts';
import { formatNames } from '../../src/report/format-names.ts';
import { parsedSettings, settingProblems, TARGET } from './parsed-settings.ts';

describe('settings', () => {
  it('have defaults for all but the target', () => {
    expect(parsedSettings({})).toEqual({
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
    expect(parsedSettings(given)).toMatchObject({
      SEED: 0,
      MAX_RATE: 2.5,
      DEADLINE_S: 60,
      WRITES: 'rejected',
      ALLOW_INCOMPLETE: true,
    });
    expect(parsedSettings({ ALLOW_INCOMPLETE: 'false' }).ALLOW_INCOMPLETE).toBe(false);
  });

  it('name formats with blanks or commas between them, in any order', () => {
    const [first, second] = formatNames;
    expect(parsedSettings({ REPORT_FORMAT: `${second}, ${first}` }).REPORT_FORMAT).toEqual([first, second]);
    expect(settingProblems({ REPORT_FORMAT: 'pdf' })).toEqual([
      { setting: 'REPORT_FORMAT', given: 'pdf', allowed: `one or more of ${formatNames.join(', ')}` },
    ]);
  });

  it('that are empty or blank are none', () => {
    expect(parsedSettings({ ...TARGET, SEED: '', CONCURRENCY: '  ', TOKEN: '\n', PROFILE: '' })).toEqual(
      parsedSettings(TARGET),
    );
  });

  it('lose the blanks around them', () => {
    expect(parsedSettings({ ...TARGET, TOKEN: ' abc\n', CONCURRENCY: ' 3 ' })).toMatchObject({
      TOKEN: 'abc',
      CONCURRENCY: 3,
    });
  });

  it('do not heed what else is in the environment', () => {
    expect(parsedSettings({ ...TARGET, PATH: '/bin', HOME: '/root' })).toEqual(parsedSettings(TARGET));
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
      const [problem, ...more] = settingProblems({ ...TARGET, ...OTHERS, [name]: given });
      expect(problem).toMatchObject({ setting: name, given, allowed: expect.stringMatching(allowed) });
      expect(more).toEqual([]);
    });
  }

  it('does not hide another one: all are said at once', () => {
    const named = settingProblems({ ...bad, TOKEN: 'a b', OUTSIDER_TOKEN: 'é' }).map(
      ({ setting }) => setting,
    );
    expect(named.toSorted()).toEqual([...Object.keys(BAD), 'OUTSIDER_TOKEN', 'TOKEN'].toSorted());
  });

  it('of numbers is every text that is no whole number within its limits', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const value = text.trim();
        const good = value === '' || (/^\d{1,10}$/.test(value) && Number(value) >= 1 && Number(value) <= 256);
        expect(settingProblems({ CONCURRENCY: text }).length).toBe(good ? 0 : 1);
      }),
    );
    for (const text of ['0x10', '+5', '1_0', '1,0', '٣', '257', '99999999999', '-0'])
      expect(settingProblems({ CONCURRENCY: text })).toHaveLength(1);
  });
});

describe('a token', () => {
  it('that cannot be one is named and not shown', () => {
    for (const name of ['TOKEN', 'OUTSIDER_TOKEN']) {
      const problems = settingProblems({ ...TARGET, [name]: 'two words' });
      expect(problems.map(({ setting, given }) => [setting, given])).toEqual([[name, null]]);
      expect(describeProblems(problems)).not.toContain('two words');
    }
  });

  it('of the outsider must be another one than that of the member, and is not shown', () => {
    const problems = settingProblems({ ...TARGET, TOKEN: 'same-token', OUTSIDER_TOKEN: 'same-token' });
    expect(problems).toMatchObject([{ setting: 'OUTSIDER_TOKEN', given: null }]);
    expect(describeProblems(problems)).not.toContain('same-token');
  });

  it('is not shown where other settings are bad', () => {
    const text = describeProblems(
      settingProblems({ ...bad, TOKEN: 'member-token', OUTSIDER_TOKEN: 'outsider-token' }),
    );
    expect(text).not.toMatch(/member-token|outsider-token/);
  });

  it('has no flag: a process list shows flags', () => {
    expect([flagOf('TOKEN'), flagOf('OUTSIDER_TOKEN')]).toEqual([null, null]);
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
