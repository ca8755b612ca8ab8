import { describe, expect, it } from 'vitest';
import { describeProblems } from '../../src/host/settings-sources.ts';
import { parsedSettings, settingProblems, TARGET } from './parsed-settings.ts';

describe('an address', () => {
  it('may have any prefix, a slash at its end or none', () => {
    const addresses = ['http://h', 'http://h/', 'https://h:8443/api/v3//', 'HTTP://H/a b'].map(
      (BASE_URL) => parsedSettings({ ...TARGET, BASE_URL }).BASE_URL,
    );
    expect(addresses).toEqual(['http://h', 'http://h', 'https://h:8443/api/v3', 'http://h/a%20b']);
  });

  it('wants an owner and a repository', () => {
    expect(settingProblems({ BASE_URL: 'http://h' }).map(({ setting, given }) => [setting, given])).toEqual([
      ['OWNER', null],
      ['REPO', null],
    ]);
  });

  it('is none of another scheme, with a query or with a fragment', () => {
    for (const BASE_URL of ['localhost:8080', 'ftp://h', 'h', '//h', 'http://'])
      expect(settingProblems({ ...TARGET, BASE_URL }).map(({ setting, given }) => [setting, given])).toEqual([
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
      const problems = settingProblems({ ...TARGET, BASE_URL });
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
      const text = describeProblems(settingProblems({ ...TARGET, TOKEN, BASE_URL }));
      expect(text).toContain('BASE_URL');
      expect(text).not.toContain('token-of-24');
    }
    expect(settingProblems({ ...TARGET, TOKEN: 'api', BASE_URL: 'http://h/api' })).toEqual([]);
    const text = describeProblems(settingProblems({ ...TARGET, TOKEN, PROFILE: TOKEN }));
    expect(text).toContain('PROFILE (--profile) is "<TOKEN>"');
  });

  it('with a user name and password is refused and not shown', () => {
    for (const BASE_URL of ['http://user:hunter2@h', 'https://hunter2@h/api', 'http://:hunter2@h/?x']) {
      const problems = settingProblems({ ...TARGET, BASE_URL });
      expect(problems.map(({ setting, given }) => [setting, given])).toEqual([['BASE_URL', null]]);
      expect(describeProblems(problems)).toContain('without a user name and password');
      expect(describeProblems(problems)).not.toContain('hunter2');
    }
  });
});
describe('the private repository', () => {
  it('is another one than the public one', () => {
    expect(settingProblems({ ...TARGET, PRIVATE_REPO: 'widgets' })).toMatchObject([
      { setting: 'PRIVATE_REPO', given: 'widgets' },
    ]);
    expect(settingProblems({ ...TARGET, PRIVATE_OWNER: 'acme', PRIVATE_REPO: 'widgets' })).toHaveLength(1);
  });

  it('may have the name of the public one where its owner is another', () => {
    expect(settingProblems({ ...TARGET, PRIVATE_OWNER: 'other', PRIVATE_REPO: 'widgets' })).toEqual([]);
    expect(settingProblems({ ...TARGET, PRIVATE_REPO: 'secret' })).toEqual([]);
    // Most services ignore the case of names.
    for (const name of [{ PRIVATE_REPO: 'Widgets' }, { PRIVATE_OWNER: 'ACME', PRIVATE_REPO: 'widgets' }])
      expect(settingProblems({ ...TARGET, ...name })).toMatchObject([{ setting: 'PRIVATE_REPO' }]);
    const written = { ...TARGET, WRITE_OWNER: 'acme', WRITE_REPO: 'Secret', PRIVATE_REPO: 'secret' };
    expect(settingProblems(written)).toMatchObject([{ setting: 'WRITE_REPO', given: 'Secret' }]);
    expect(settingProblems({ ...TARGET, WRITE_OWNER: 'acme', WRITE_REPO: 'Widgets' })).toMatchObject([
      { setting: 'WRITE_REPO', given: 'Widgets' },
    ]);
    expect(settingProblems({ ...TARGET, WRITE_OWNER: 'acme', WRITE_REPO: 'widgets' })).toEqual([]);
  });

  it('has a name where it has an owner', () => {
    expect(settingProblems({ ...TARGET, PRIVATE_OWNER: 'other' })).toMatchObject([
      { setting: 'PRIVATE_REPO', given: null },
    ]);
  });
});

describe('the repository that is written to', () => {
  const WRITTEN = { ...TARGET, WRITE_OWNER: 'acme', WRITE_REPO: 'sandbox' };

  it('is named by owner and name, or not at all', () => {
    expect(parsedSettings(WRITTEN)).toMatchObject({ WRITE_OWNER: 'acme', WRITE_REPO: 'sandbox' });
    expect(settingProblems({ ...WRITTEN, WRITE_OWNER: undefined })).toMatchObject([
      { setting: 'WRITE_OWNER', given: null, allowed: expect.stringContaining('required with WRITE_REPO') },
    ]);
    expect(settingProblems({ ...WRITTEN, WRITE_REPO: '' })).toMatchObject([
      { setting: 'WRITE_REPO', given: null, allowed: expect.stringContaining('required with WRITE_OWNER') },
    ]);
  });

  it('is never the private one, and may be the one that is read', () => {
    const secret = { ...TARGET, PRIVATE_REPO: 'secret', WRITE_OWNER: 'acme', WRITE_REPO: 'secret' };
    expect(settingProblems(secret)).toMatchObject([{ setting: 'WRITE_REPO', given: 'secret' }]);
    expect(settingProblems({ ...secret, PRIVATE_OWNER: 'other' })).toEqual([]);
    expect(settingProblems({ ...TARGET, WRITE_OWNER: 'acme', WRITE_REPO: 'widgets' })).toEqual([]);
  });
});
describe('LABEL', () => {
  const labelled = (LABEL: string): string[] =>
    settingProblems({ ...TARGET, LABEL }).map(
      ({ setting, given, allowed }) => `${setting} ${given ?? '?'}: ${allowed}`,
    );
  const allowed = 'a name of 1 to 80 characters, without invisible ones';

  it('is any short name, in any script', () => {
    for (const label of ['staging', 'Staging (EU) #2 {blue}', 'Prüfstand “nord”', '本番', '🚀'.repeat(80)])
      expect(parsedSettings({ ...TARGET, LABEL: ` ${label} ` }).LABEL).toBe(label);
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
    const said = describeProblems(settingProblems({ ...TARGET, LABEL: label }));
    expect(said).toContain('LABEL (--label) is "');
    for (const harmful of ['\u001b', '\u009b', '\u202e', '\u200b']) expect(said).not.toContain(harmful);
  });

  it('without an address never turns green', () => {
    expect(labelled('').concat(settingProblems({ LABEL: 'staging' }).map((one) => one.allowed))).toEqual([
      'the address of the service, required with LABEL. To check the bundled service, unset that and pass --bundled',
    ]);
  });

  it('holds no token', () => {
    const raw = { ...TARGET, TOKEN: 'a-token-of-some-length', LABEL: 'with a-token-of-some-length' };
    const said = describeProblems(settingProblems(raw));
    expect(said).toContain('LABEL (--label): a value that does not contain TOKEN');
    expect(said).not.toContain('a-token-of-some-length');
  });
});
