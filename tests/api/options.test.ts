import { describe, expect, it } from 'vitest';
import { run } from '../../src/api/index.ts';
import { InvalidOptions, type RunOptions } from '../../src/api/options.ts';
import { settingsOfOptions } from '../../src/api/run-with-options.ts';

const HERE = { baseUrl: 'http://127.0.0.1:1', owner: 'acme', repo: 'widgets' } as const;

/** Returns the options that are refused. */
function refused(options: object): (string | null)[] {
  try {
    settingsOfOptions(options);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidOptions)) throw error;
    return error.problems.map(({ option }) => option);
  }
}

describe('the options of a run', () => {
  it('are the settings', () => {
    const { settings, reportDir } = settingsOfOptions({
      ...HERE,
      only: ['list', 'create.once'],
      maxRate: 2.5,
      reportFormat: ['junit', 'html'],
      headers: { 'X-Gateway': 'secret-of-the-gateway' },
      privateRepo: '',
    } satisfies RunOptions);
    expect(settings).toMatchObject({
      BASE_URL: HERE.baseUrl,
      ONLY: ['list', 'create.once'],
      MAX_RATE: 2.5,
      REPORT_FORMAT: ['junit', 'html'],
      HEADERS: [{ name: 'X-Gateway', value: 'secret-of-the-gateway' }],
    });
    expect([settings.PRIVATE_REPO, reportDir]).toEqual([undefined, null]);
  });

  it('are looked for in an environment only if it is given', () => {
    const { owner: _, ...without } = HERE;
    expect(refused(without)).toEqual(['owner']);
    expect(settingsOfOptions({ ...without, env: { OWNER: 'somebody' } }).settings.OWNER).toBe('somebody');
    expect(settingsOfOptions({ ...HERE, env: { OWNER: 'somebody' } }).settings.OWNER).toBe('acme');
  });

  it.each<[string[], object]>([
    [['tokn'], { tokn: 'x' }],
    [['PROFIL'], { env: { PROFIL: 'quick', LABELS: 'x' } }],
    [['seed'], { seed: 'five' }],
    [['only'], { only: ['lst'] }],
    [['concurrency'], { concurrency: 0 }],
    [['profile'], { profile: 'quik' }],
    [['listener'], { listener: () => 1 }],
    [['token'], { token: 'two words' }],
    [['baseUrl'], { baseUrl: '' }],
    [['baseUrl', 'owner', 'profile'], { owner: '..', profile: 'quik', baseUrl: 'ftp://x' }],
  ])('are refused, all at once: %j', (names, options) => {
    expect(refused({ ...HERE, ...options })).toEqual(names);
  });

  it.each<[string, object]>([
    ['baseUrl', { baseUrl: undefined, fetch: undefined }],
    ['baseline', { baseline: '/nowhere/known.txt' }],
    ['reportDir', { reportDir: '/dev/null/x' }],
  ])('reject a run that cannot begin: %s', async (option, options) => {
    const failure = run({ ...HERE, fetch: () => new Response(), ...options });
    await expect(failure).rejects.toMatchObject({ problems: [{ option }] });
  });
});
