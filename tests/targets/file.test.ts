import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ListedTarget, parseTargets, readTargets } from '../../src/targets/file.ts';
import { sharedFolder } from '../support/temporary.ts';

const environment = { EU_TOKEN: 'token-of-europe-0123', US_TOKEN: 'token-of-america-4567' };

const read = (text: string, more: { only?: string; isRun?: boolean } = {}): readonly ListedTarget[] =>
  parseTargets(text, 'targets.yaml', { environment, isRun: true, ...more });

/** Returns the problems of a file, without head and foot. */
function problemsIn(text: string, more: { only?: string; isRun?: boolean } = {}): string {
  try {
    read(text, more);
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing';
}

const EU = '{ label: eu, baseUrl: "https://eu.example.com", owner: acme, repo: widgets';

const at = sharedFolder();

describe('a file of targets', () => {
  it('gives each target the defaults, and what it says itself', async () => {
    const [eu, us] = read(`
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
      settings: { PROFILE: 'thorough', OWNER: 'acme', TOKEN: 'token-of-europe-0123', TARGET_VERSION: '1.10' },
      raw: { ONLY: 'list create.accepted' },
    });
    expect(us).toMatchObject({ settings: { PROFILE: 'quick', TOKEN: 'token-of-america-4567' } });
    expect(JSON.stringify(us)).not.toContain('europe');
  });

  it('takes nothing from the environment that it does not name', async () => {
    const [eu] = parseTargets(`targets: [${EU} }]`, 'targets.yaml', {
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

  it.each<[string, RegExp]>([
    [`targets:\n  - ${EU} }\n  - ${EU.replace('label: eu', 'label: EU')}2 }`, /line 3: label is eu/],
    [`targets: [${EU.replace('label: eu', 'label: ../eu')} }]`, /line 1: label .*\.\.\/eu/],
    [`targets: [${EU.replace('label: eu', 'label: history')} }]`, /label is "history"/],
    [`targets:\n  - ${EU}, token: { env: NO_TOKEN } }`, /line 2: token .*"NO_TOKEN"/],
    [`targets:\n  - ${EU}, token: token-in-the-clear }`, /line 2: token .*\{ env: NAME \}/],
    [`targets:\n  - ${EU}, headers: "X-Key: secret" }`, /headers/],
    [`targets:\n  - ${EU},\n      tokn: { env: EU_TOKEN } }`, /line 3: .*"tokn"/],
    ['target: []', /line 1: .*"target"/],
    [`targets:\n  - ${EU}, reportDir: x }`, /"reportDir"/],
    [`defaults: { label: x }\ntargets: [${EU} }]`, /"label"/],
    [`targets:\n  - ${EU}, profile: quik }`, /line 2: profile .*"quik"/],
    ['targets:\n  - { label: eu, owner: acme, repo: widgets }', /line 2: baseUrl is missing/],
    ['targets: [{ label: eu, baseUrl: "https://u:token-in-the-clear@h", owner: a, repo: b }]', /baseUrl/],
    ['', /targets/],
    [
      `defaults: { profile: quik }\ntargets:\n  - ${EU} }\n  - ${EU.replaceAll('eu', 'us')} }`,
      /used: line 1: profile .*"quik"/,
    ],
  ])('is refused by the line of what is wrong (case %#)', async (text, said) => {
    const problems = problemsIn(text);
    expect(problems).toMatch(said);
    expect(problems).toMatch(/^The file "targets\.yaml" cannot be used/);
    expect(problems).not.toMatch(/token-in-the-clear|X-Key/);
  });

  it('needs the variables of the target that runs, and no secret if nothing runs', async () => {
    const text = `targets:\n  - ${EU}, token: { env: EU_TOKEN } }\n  - ${EU.replaceAll('eu', 'us')}, token: { env: NO_TOKEN } }`;
    expect(read(text, { only: 'eu' }).map(({ label }) => label)).toEqual(['eu']);
    expect(problemsIn(text, { only: 'us' })).toMatch(/line 3: token .*NO_TOKEN/);
    expect(problemsIn(text, { only: 'asia' })).toMatch(/asia.*expected a label/);
    expect(read(text, { isRun: false })).toHaveLength(2);
  });

  it('is read relative to its folder, and is a file', async () => {
    const folder = at();
    const reader = { environment, isRun: true };
    await writeFile(
      join(folder, 'targets.yaml'),
      `targets: [${EU}, baseline: known.yaml, record: night.har }]`,
    );
    const [eu] = await readTargets(join(folder, 'targets.yaml'), reader);
    expect(eu?.raw['BASELINE']).toBe(join(folder, 'known.yaml'));
    expect(eu?.raw['RECORD']).toBe(join(folder, 'night-eu.har'));
    await symlink('/dev/zero', join(folder, 'endless.yaml'));
    for (const path of [folder, join(folder, 'none'), join(folder, 'endless.yaml')])
      await expect(readTargets(path, reader)).rejects.toThrow(/cannot be read/);
  });
});
