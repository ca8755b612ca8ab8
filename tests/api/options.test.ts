import { describe, expect, it } from 'vitest';
import { InvalidOptions } from '../../src/api/errors.ts';
import { run } from '../../src/api/index.ts';
import type { TestOptions } from '../../src/api/options.ts';
import { optionNames, settingOf, settingsOfOptions } from '../../src/api/settings-of-options.ts';
import { settingNames } from '../../src/host/settings.ts';

const HERE = { baseUrl: 'http://127.0.0.1:1', owner: 'acme', repo: 'widgets' } as const;

function problemsOf(options: object): string[] {
  try {
    settingsOfOptions(options);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidOptions)) throw error;
    return error.problems.map(({ option, setting, given, allowed }) =>
      [option, setting, given, allowed].join(' | '),
    );
  }
}

describe('the options of a run', () => {
  it('are the settings, one for one', () => {
    expect(optionNames.map(settingOf).toSorted()).toEqual(settingNames.toSorted());
  });

  it('become settings', () => {
    const { settings, reportDir } = settingsOfOptions({
      ...HERE,
      only: ['list', 'create.once'],
      seed: 5,
      maxRate: 2.5,
      reportFormat: ['junit', 'html'],
      allowIncomplete: true,
      headers: { 'X-Gateway': 'secret-of-the-gateway', 'X-Env': 'b' },
      token: undefined,
      privateRepo: '',
    } satisfies TestOptions);
    expect(settings).toMatchObject({
      BASE_URL: HERE.baseUrl,
      ONLY: 'list create.once',
      SEED: 5,
      MAX_RATE: 2.5,
      REPORT_FORMAT: ['junit', 'html'],
      ALLOW_INCOMPLETE: true,
    });
    expect(settings.HEADERS).toMatchObject([
      { name: 'X-Gateway', value: 'secret-of-the-gateway' },
      { name: 'X-Env', value: 'b' },
    ]);
    expect([settings.TOKEN, settings.PRIVATE_REPO, reportDir]).toEqual([undefined, undefined, null]);
  });

  it('are not looked for in the environment, unless that is asked for', () => {
    process.env['OWNER'] = 'somebody';
    try {
      const { owner: _, ...without } = HERE;
      expect(problemsOf(without)).toEqual([
        'owner | OWNER |  | the owner of the public repository, required with BASE_URL',
      ]);
      expect(settingsOfOptions({ ...without, env: process.env }).settings.OWNER).toBe('somebody');
      expect(settingsOfOptions({ ...HERE, env: process.env }).settings.OWNER).toBe('acme');
      expect(settingsOfOptions({ ...HERE, env: { REPORT_DIR: 'x' } }).reportDir).toBe('x');
    } finally {
      delete process.env['OWNER'];
    }
  });

  it('must say what is checked: nothing is started instead', async () => {
    // @ts-expect-error -- the types ask for it, too
    await expect(run({ owner: 'acme', repo: 'widgets' })).rejects.toThrow(
      'Invalid option; nothing was sent:\n  baseUrl (BASE_URL): required where neither fetch nor listener is given: the address of the service',
    );
    expect(problemsOf({ ...HERE, baseUrl: '' })[0]).toMatch(
      /^baseUrl \| BASE_URL \|  \| it is set but empty/,
    );
  });

  it.each<[string, object, string]>([
    ['of another name', { ...HERE, tokn: 'x' }, 'tokn |  |  | no such option; there are baseUrl, owner, '],
    ['of another kind', { ...HERE, seed: '5' }, 'seed | SEED |  | a number'],
    ['that is no list', { ...HERE, only: 'list' }, 'only | ONLY |  | an array of texts'],
    [
      'out of range',
      { ...HERE, concurrency: 0 },
      'concurrency | CONCURRENCY | 0 | a whole number from 1 to 256',
    ],
    [
      'that is not one of those',
      { ...HERE, profile: 'quik' },
      'profile | PROFILE | quik | quick, standard or thorough',
    ],
    ['that is no function', { ...HERE, fetch: 'x' }, 'fetch |  |  | a function'],
    ['that ends nothing', { ...HERE, signal: 1 }, 'signal |  |  | an AbortSignal'],
    ['too many', { ...HERE, fetch: () => 1, listener: () => 1 }, 'listener |  |  | not together with fetch'],
    [
      'that names no rule',
      { ...HERE, only: ['lst'] },
      'only | ONLY | lst | rule ids or their beginnings; "lst"',
    ],
    ['a secret one', { ...HERE, token: 'two words' }, 'token | TOKEN |  | printable ASCII'],
  ])('%s is refused, with what is allowed', (_, options, problem) => {
    expect(problemsOf(options)).toEqual([expect.stringContaining(problem)]);
  });

  it('are refused all at once', () => {
    expect(problemsOf({ owner: 5, profile: 'quik', baseUrl: 'ftp://x' })).toEqual([
      'owner | OWNER |  | a text',
      'baseUrl | BASE_URL | ftp://x | an address that begins with http:// or https://',
      'profile | PROFILE | quik | quick, standard or thorough',
      'repo | REPO |  | the name of the public repository, required with BASE_URL',
    ]);
  });

  it('name a folder or a baseline that cannot be used', async () => {
    const fetch = () => new Response();
    const failure = run({ ...HERE, fetch, baseline: '/nowhere/known.txt' });
    await expect(failure).rejects.toMatchObject({
      problems: [{ option: 'baseline', setting: 'BASELINE', given: '/nowhere/known.txt' }],
    });
    await expect(run({ ...HERE, fetch, reportDir: '/dev/null/x' })).rejects.toMatchObject({
      problems: [{ option: 'reportDir', setting: 'REPORT_DIR' }],
    });
  });
});
