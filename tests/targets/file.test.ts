import { symlink, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { messageOf } from '../../src/client/thrown.ts';
import { type ListedTarget, readTargets } from '../../src/targets/file.ts';
import { checkTarget } from '../../src/targets/results.ts';
import { sharedFolder } from '../support/temporary.ts';

const environment = { EU_TOKEN: 'token-of-europe-0123', US_TOKEN: 'token-of-america-4567' };

const at = sharedFolder();

async function read(text: string, more: object = {}): Promise<readonly ListedTarget[]> {
  await writeFile(at('targets.yaml'), text);
  return readTargets(at('targets.yaml'), { environment, isRun: true, ...more });
}

/** Returns the problems of a file. */
const problemsIn = (text: string, more: object = {}): Promise<string> =>
  read(text, more).then(() => 'nothing', messageOf);

const EU = '{ label: eu, baseUrl: "https://eu.example.com", owner: acme, repo: widgets';

it('a file of targets gives each target the defaults, and what it says itself', async () => {
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
    settings: { PROFILE: 'thorough', OWNER: 'acme', TOKEN: 'token-of-europe-0123', TARGET_VERSION: '1.10' },
    raw: { ONLY: 'list create.accepted' },
  });
  expect(us).toMatchObject({ settings: { PROFILE: 'quick', TOKEN: 'token-of-america-4567' } });
  expect(JSON.stringify(us)).not.toContain('europe');
});

it('a file of targets takes nothing from the environment that it does not name', async () => {
  const others = { TOKEN: 'token-of-the-shell', PROFILE: 'quick', HTTPS_PROXY: 'http://proxy.example:1' };
  const [eu] = await read(`targets: [${EU} }]`, { environment: others });
  expect(eu?.raw).toEqual({
    LABEL: 'eu',
    BASE_URL: 'https://eu.example.com',
    OWNER: 'acme',
    REPO: 'widgets',
  });
});

it.each<[string, RegExp]>([
  [`targets:\n  - ${EU} }\n  - ${EU.replace('label: eu', 'label: EU')}2 }`, /line 3: label: /],
  [`targets: [${EU.replace('label: eu', 'label: ../eu')} }]`, /line 1: label: .*folder/],
  [`targets: [${EU.replace('label: eu', 'label: history')} }]`, /label: .*history/],
  [`targets:\n  - ${EU}, token: { env: NO_TOKEN } }`, /line 2: token: .*"NO_TOKEN"/],
  [`targets:\n  - ${EU}, token: token-in-the-clear }`, /line 2: token: .*\{ env: NAME \}/],
  [`targets:\n  - ${EU}, headers: "X-Key: secret" }`, /headers/],
  [`targets:\n  - ${EU},\n      tokn: { env: EU_TOKEN } }`, /line 3: tokn: .*token/],
  ['target: []', /line 1: target: /],
  [`targets:\n  - ${EU}, reportDir: x }`, /reportDir: /],
  [`defaults: { label: x }\ntargets: [${EU} }]`, /label: /],
  [`targets:\n  - ${EU}, profile: quik }`, /line 2: profile: .*"quik"/],
  ['targets:\n  - { label: eu, owner: acme, repo: widgets }', /line 2: baseUrl: it is missing/],
  ['targets: [{ label: eu, baseUrl: "https://u:token-in-the-clear@h", owner: a, repo: b }]', /baseUrl/],
  ['', /targets/],
  ['token-in-the-clear', /line 1: it is a text; .*defaults, targets/],
  [
    `defaults: { profile: quik }\ntargets:\n  - ${EU} }\n  - ${EU.replaceAll('eu', 'us')} }`,
    /used: line 1: profile: [^\n]*"quik"[^\n]*$/,
  ],
])('a file of targets is refused by the line of what is wrong (case %#)', async (text, said) => {
  const problems = await problemsIn(text);
  expect(problems).toMatch(said);
  expect(problems).toMatch(/^The file "\S+targets\.yaml" cannot be used/);
  expect(problems).not.toMatch(/token-in-the-clear|X-Key/);
});

it('a file of targets needs the variables of the target that runs, and no secret if nothing runs', async () => {
  const text = `targets:\n  - ${EU}, token: { env: EU_TOKEN } }\n  - ${EU.replaceAll('eu', 'us')}, token: { env: NO_TOKEN } }`;
  expect((await read(text, { only: 'eu' })).map(({ label }) => label)).toEqual(['eu']);
  expect(await problemsIn(text, { only: 'us' })).toMatch(/line 3: token: .*NO_TOKEN/);
  expect(await problemsIn(text, { only: 'asia' })).toMatch(/asia.*expected a label/);
  expect(await read(text, { isRun: false })).toHaveLength(2);
});

it('a file of targets is read relative to its folder, and is a file', async () => {
  const [eu] = await read(`targets: [${EU}, baseline: known.yaml, record: night.har }]`);
  expect(eu?.raw).toMatchObject({ BASELINE: at('known.yaml'), RECORD: at('night-eu.har') });
  await symlink('/dev/zero', at('endless.yaml'));
  for (const path of [at(), at('none'), at('endless.yaml')])
    await expect(readTargets(path, { environment, isRun: true })).rejects.toThrow(/cannot be read/);
});

it('a target that was not begun says that the command was interrupted, and no more', async () => {
  const [eu] = await read(`targets: [${EU} }]`);
  const how = { out: at('site'), failOn: 'any', signal: AbortSignal.abort() } as const;
  expect(eu && (await checkTarget(eu, how)).noResult).toMatch(/^[^;]*interrupted$/);
});
