import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ListedTarget, parseTargets, readTargets } from '../../src/targets/file.ts';

const environment = { EU_TOKEN: 'token-of-europe-0123', US_TOKEN: 'token-of-america-4567' };

const read = (
  text: string,
  more: { only?: string; isRun?: boolean } = {},
): Promise<readonly ListedTarget[]> =>
  parseTargets(text, 'targets.yaml', { environment, isRun: true, ...more });

/** Returns the problems of a file, without head and foot. */
async function problemsIn(text: string, more: { only?: string; isRun?: boolean } = {}): Promise<string> {
  const error: unknown = await read(text, more).catch((thrown: unknown) => thrown);
  return error instanceof Error ? error.message : 'nothing';
}

const EU = '{ label: eu, baseUrl: "https://eu.example.com", owner: acme, repo: widgets';

describe('a file of targets', () => {
  it('gives each target the defaults, and what it says itself', async () => {
    const [eu, us] = await read(`
defaults: { profile: thorough, owner: acme, repo: widgets, only: [list, create.accepted] }
targets:
  - label: eu
    baseUrl: https://eu.example.com
    token: { env: EU_TOKEN }
    targetVersion: 1.10
  - { label: us, baseUrl: https://us.example.com, token: { env: US_TOKEN }, profile: quick }
`);
    expect(eu).toMatchObject({
      label: 'eu',
      variables: ['EU_TOKEN'],
      settings: { PROFILE: 'thorough', OWNER: 'acme', TOKEN: 'token-of-europe-0123', TARGET_VERSION: '1.10' },
      raw: { ONLY: 'list create.accepted' },
    });
    expect(us).toMatchObject({ settings: { PROFILE: 'quick', TOKEN: 'token-of-america-4567' } });
    expect(JSON.stringify(us)).not.toContain('europe');
  });

  it('takes nothing from the environment that it does not name', async () => {
    const [eu] = await parseTargets(`targets: [${EU} }]`, 'targets.yaml', {
      environment: { TOKEN: 'token-of-the-shell', PROFILE: 'quick', HTTPS_PROXY: 'http://proxy.example:1' },
      isRun: true,
    });
    expect(eu?.raw).toEqual({
      LABEL: 'eu',
      BASE_URL: 'https://eu.example.com',
      OWNER: 'acme',
      REPO: 'widgets',
    });
  });

  it.each([
    [
      'a target twice',
      `targets:\n  - ${EU} }\n  - ${EU.replace('label: eu', 'label: EU')}2 }`,
      /line 3: label EU stands in line 2 too/,
    ],
    [
      'one repository twice',
      `targets:\n  - ${EU} }\n  - ${EU.replace('label: eu', 'label: us')} }`,
      /line 3: us is the repository of line 2 \(eu\)/,
    ],
    [
      'a label that is no file name',
      `targets: [${EU.replace('label: eu', 'label: ../eu')} }]`,
      /line 1: label is "\.\.\/eu"; expected a name for a folder/,
    ],
    [
      'a label of another file of the site',
      `targets: [${EU.replace('label: eu', 'label: history')} }]`,
      /label is "history"/,
    ],
    [
      'a variable that is not set',
      `targets:\n  - ${EU}, token: { env: NO_TOKEN } }`,
      /line 2: token is the variable "NO_TOKEN", which is not set/,
    ],
    [
      'a token as a value',
      `targets:\n  - ${EU}, token: token-in-the-clear }`,
      /line 2: token is no mapping; expected \{ env: NAME \}/,
    ],
    ['headers as a value', `targets:\n  - ${EU}, headers: "X-Key: secret" }`, /headers is no mapping/],
    [
      'an unknown key',
      `targets:\n  - ${EU},\n      tokn: { env: EU_TOKEN } }`,
      /line 3: a target has "tokn"; expected one of baseUrl/,
    ],
    [
      'an unknown key at the top',
      `target: []`,
      /line 1: the file has "target"; expected one of defaults, targets/,
    ],
    ['a key twice', `targets:\n  - ${EU}, repo: other }`, /line 2: a target has repo twice/],
    ['where reports go', `targets:\n  - ${EU}, reportDir: x }`, /a target has "reportDir"/],
    ['a label in the defaults', `defaults: { label: x }\ntargets: [${EU} }]`, /defaults has "label"/],
    [
      'a bad value',
      `targets:\n  - ${EU}, profile: quik }`,
      /line 2: profile of eu is "quik"; expected quick, standard or thorough/,
    ],
    [
      'no address',
      'targets:\n  - { label: eu, owner: acme, repo: widgets }',
      /line 2: baseUrl of eu: the address of the service/,
    ],
    [
      'a password in an address',
      `targets:\n  - { label: eu, baseUrl: "https://u:token-in-the-clear@eu.example.com", owner: a, repo: b }`,
      /baseUrl of eu: an address without a user name and password/,
    ],
    ['no targets', 'defaults: { owner: acme }', /targets is missing or empty/],
    ['nothing', '', /it is no mapping/],
    [
      'a baseline that is not there',
      `targets:\n  - ${EU}, baseline: nowhere.yaml }`,
      /line 2: BASELINE .*nowhere\.yaml" cannot be read/,
    ],
    ['no YAML', 'targets: [', /it is not YAML/],
    [
      'a private repository that is a public one of another target',
      `targets:\n  - ${EU}, privateRepo: vault }\n  - { label: us, baseUrl: "https://EU.example.com/", owner: Acme, repo: Vault }`,
      /line 3: the private repository of eu is a public one of us, at the same address \(line 2 \(eu\)\)/,
    ],
    [
      'aliases that explode',
      `a: &a [x, x]\nb: &b [*a, *a, *a]\ntargets:\n  - ${EU}, only: *b }`,
      /the file has "a"/,
    ],
    [
      'an alias as a value',
      `defaults: { owner: &o acme }\ntargets:\n  - { label: eu, repo: *o }`,
      /repo is empty, an alias/,
    ],
    ['depth without end', `targets: ${'['.repeat(3000)}`, /opening brackets/],
  ])('is refused with %s, by the line', async (_, text, said) => {
    const problems = await problemsIn(text);
    expect(problems).toMatch(said);
    expect(problems).toMatch(/^The file "targets\.yaml" cannot be used/);
    expect(problems).not.toMatch(/token-in-the-clear|X-Key/);
  });

  it('says everything that is wrong at once, each once', async () => {
    const problems = await problemsIn(
      `defaults: { profile: quik }\ntargets:\n  - ${EU}, token: { env: NO_TOKEN } }\n  - ${EU.replaceAll('eu', 'us')} }\n  - ${EU.replaceAll('eu', 'asia')} }`,
    );
    expect(problems).toMatch(/for 3 reasons/);
    expect(problems).toMatch(/line 3: token/);
    expect(problems).toMatch(/line 1: profile of us is "quik"[^]*line 1: profile of asia/);
  });

  it('needs the variables of the target that runs, and no secret if nothing runs', async () => {
    const text = `targets:\n  - ${EU}, token: { env: EU_TOKEN } }\n  - ${EU.replaceAll('eu', 'us')}, token: { env: NO_TOKEN } }`;
    expect((await read(text, { only: 'eu' })).map(({ label }) => label)).toEqual(['eu']);
    expect(await problemsIn(text, { only: 'us' })).toMatch(/line 3: token is the variable "NO_TOKEN"/);
    expect(await read(text, { isRun: false })).toHaveLength(2);
  });

  it('is read relative to its folder, and is no folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
    try {
      await writeFile(
        join(folder, 'known.yaml'),
        '- rule: list.per-page.zero\n  expect: fail\n  reason: known\n',
      );
      await writeFile(join(folder, 'targets.yaml'), `targets: [${EU}, baseline: known.yaml }]`);
      const reader = { environment, isRun: true };
      const [eu] = await readTargets(join(folder, 'targets.yaml'), reader);
      expect(eu?.raw['BASELINE']).toBe(join(folder, 'known.yaml'));
      await expect(readTargets(folder, reader)).rejects.toThrow(
        /cannot be read: it is a (?:folder|directory).*Nothing was sent/,
      );
      await expect(readTargets(join(folder, 'none'), reader)).rejects.toThrow(/cannot be read/);
      await symlink('/dev/zero', join(folder, 'endless.yaml'));
      await expect(readTargets(join(folder, 'endless.yaml'), reader)).rejects.toThrow(/cannot be read/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
