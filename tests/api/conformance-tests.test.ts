import { readdir, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { conformanceTests, type LaterOptions } from '../../src/api/conformance-tests.ts';
import { InvalidOptions, type RunOptions } from '../../src/api/options.ts';
import { rules } from '../../suites/index.ts';
import { settingsOf, using } from '../support/services.ts';
import { endOfProcess, reportFiles, reportIn, startIn } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';
import { bundledHandler } from './bundled.ts';

/** Test runners by the way in which a running test skips itself: by throwing, by returning, or not at all. */
type Kind = 'vitest' | 'node:test' | 'jest';

class Skipped extends Error {}

interface Running {
  readonly later?: LaterOptions;
  readonly filter?: (name: string) => boolean;
}

/** Returns the results of the registered tests: `passed`, `skipped: why`, `failed: why`. */
async function outcomes(
  kind: Kind,
  options: RunOptions,
  { later, filter = () => true }: Running = {},
): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map<string, (...context: unknown[]) => Promise<void>>();
  const found = new Map<string, string>();
  const hooks: (() => Promise<void>)[] = [];
  const test = (name: string, body: (...context: unknown[]) => Promise<void>) => bodies.set(name, body);
  conformanceTests({ test, afterAll: (body) => hooks.push(body) }, options, later);
  for (const [name, body] of bodies) {
    if (!filter(name)) continue;
    const skips: string[] = [];
    const skip = (reason: string): void => {
      skips.push(reason);
      if (kind === 'vitest') throw new Skipped();
    };
    const result = await body(...(kind === 'jest' ? [] : [{ skip }])).then(
      () => 'passed',
      (error: Error) => (error instanceof Skipped ? 'skipped' : `failed: ${error.message}`),
    );
    found.set(name, skips.length === 0 ? result : `skipped: ${skips.join()}`);
  }
  for (const hook of hooks) await hook();
  return found;
}

const of = (found: ReadonlyMap<string, string>, beginning: string): string[] =>
  [...found].flatMap(([name, result]) => (result.startsWith(beginning) ? [name] : []));

const gating = rules.flatMap(({ id, level }) => (level === 'observed' ? [] : [id]));
/** A service with too few issues for list.per-page.maximum, and without a private repository. */
const few = () => {
  const { privateOwner: _, privateRepo: __, ...target } = bundledHandler({ issues: 40 }).target;
  return { ...target, only: ['list.per-page', 'list.private'] };
};

const at = sharedFolder();

describe.each<Kind>(['vitest', 'node:test', 'jest'])('tests in %s', (kind) => {
  it('fail where a rule stays undecided, and are skipped where that is allowed', async () => {
    const undecided = ['list.per-page.maximum', 'list.private.member'];
    const strict = await outcomes(kind, few());
    expect(of(strict, 'failed')).toEqual(expect.arrayContaining(undecided));
    expect(of(strict, 'skipped')).toEqual([]);
    const lenient = await outcomes(kind, { ...few(), allowIncomplete: true });
    const found = undecided.map((id) => lenient.get(id)?.split(':')[0]);
    expect(found).toEqual(Array(2).fill(kind === 'jest' ? 'failed' : 'skipped'));
    expect(lenient.get('list.per-page.zero')).toBe('passed');
  });

  it('tell a known failure from a new one, and find it out where it holds again', async () => {
    const baseline = at('known.yaml');
    await writeFile(baseline, 'list.per-page.zero\nlist.per-page.negative\n');
    const { target } = bundledHandler({ faults: ['per-page-zero-422'] });
    const found = await outcomes(kind, {
      ...target,
      baseline,
      only: ['list.per-page.zero', 'list.per-page.negative'],
    });
    const known = kind === 'jest' ? ['list.per-page.zero'] : [];
    expect(of(found, 'failed')).toEqual([...known, 'list.per-page.negative']);
  });
});

describe('tests of rules', () => {
  it('are one for each gating rule, share one run, and fail where it is broken, with its card', async () => {
    const { target, methods } = bundledHandler({ faults: ['per-page-zero-422'] });
    const found = await outcomes('vitest', { ...target, writes: 'all' });
    expect(of(found, 'passed')).toEqual(gating.filter((id) => id !== 'list.per-page.zero'));
    expect(of(found, 'failed')).toEqual(['list.per-page.zero']);
    expect(found.get('list.per-page.zero')).toMatch(/422[^]*GET http(?![^]*curl)/);
    expect(found.get('list.per-page.zero')).not.toContain(target.token);
    // A run of its own for each rule would take thousands.
    expect(methods.length).toBeLessThan(120);
  });

  it('fail, whatever is allowed, where nothing is decided, or a limit ends what was asked', async () => {
    const { target } = bundledHandler();
    // Deeper than this program reads, which takes no time, as a rate limit would.
    const limited = (request: Request) =>
      new URL(request.url).searchParams.get('per_page') === '0'
        ? new Response('['.repeat(100_000), { headers: { 'content-type': 'application/json' } })
        : target.fetch(request);
    for (const [options, failed] of [
      [{ ...target, fetch: () => new Response('', { status: 404 }), writes: 'all' }, gating],
      [{ ...few(), only: ['list.per-page.maximum'] }, ['list.per-page.maximum']],
      [{ ...target, fetch: limited, only: ['list.per-page'] }, ['list.per-page.zero']],
    ] as const)
      expect(of(await outcomes('vitest', { ...options, allowIncomplete: true }), 'failed')).toEqual(failed);
  });

  it.each([
    { only: ['list.per-page'], skip: ['list.per-page.maximum'] },
    { env: { ONLY: 'list.per-page', SKIP: 'list.per-page.maximum' } },
  ])('are those that are chosen, and send nothing before the first begins: %j', async (choice) => {
    const { target, methods } = bundledHandler();
    const options = { ...target, ...choice };
    const registered: string[] = [];
    await outcomes('vitest', options, { filter: (name) => registered.push(name) === 0 });
    expect(registered).toEqual(
      gating.filter((id) => id.startsWith('list.per-page') && id !== 'list.per-page.maximum'),
    );
    expect(methods).toEqual([]);
  });

  it.each([[['lst']], [['observed']]])('are not registered for %j', async (only) => {
    await expect(outcomes('vitest', { ...few(), only })).rejects.toBeInstanceOf(InvalidOptions);
  });

  it.each([
    ['299', 'PinChanged'],
    ['201', undefined],
  ])('fail the hook after them if a pinned observation is not %s', async (value, name) => {
    const baseline = at('pins.yaml');
    const pins = ['observed.create.status', 'observed.create.response'].map(
      (id) => `{observation: ${id}, value: "${value}", reason: x}`,
    );
    await writeFile(baseline, `pins: [${pins.slice(0, value === '201' ? 1 : 2).join(', ')}]`);
    const only = ['create.accepted', 'observed.create.status', 'observed.create.response'];
    const tried = outcomes('vitest', { ...bundledHandler().target, writes: 'all', baseline, only });
    const ended = tried.then(
      () => undefined,
      (error: Error) => `${error.name} ${error.message}`,
    );
    if (name === undefined) expect(await ended).toBe(name);
    else expect(await ended).toMatch(/^PinChanged observed\.create\.status[^]*observed\.create\.response/);
  });

  it('may be told the rest of the options when they begin', async () => {
    const { owner, repo, ...target } = bundledHandler().target;
    const later = () => Promise.resolve({ owner, repo, only: ['create'] });
    const found = await outcomes('vitest', { ...target, only: ['list.ok', 'list.array'] }, { later });
    expect(of(found, 'passed')).toEqual(['list.ok', 'list.array']);
  });
});

it('a checkout has a test for each rule, which writes the reports of the command', async () => {
  const ended = await using({ faults: ['per-page-zero-422'] }, (service) => {
    // Two rules lack a setting, which is allowed.
    const lacking = { OUTSIDER_TOKEN: '', PRIVATE_REPO: '', ALLOW_INCOMPLETE: 'true' };
    const env = {
      REPORT_DIR: at('project'),
      PROFILE: 'quick',
      NO_COLOR: '1',
      ...settingsOf(service),
      ...lacking,
    };
    const args = ['run', '--project', 'conformance', '-t', 'list.per-page.(zero|negative)|list.private'];
    const command = [process.execPath, 'node_modules/vitest/vitest.mjs', ...args] as const;
    return endOfProcess(startIn('.', ['--reporter=verbose'], { env, command }));
  });
  const tests = [...ended.stdout.matchAll(/^ *([✓×]) .*(list\.[\w.-]+\w)/gm)];
  expect([ended.status, tests.map(([, sign, id]) => `${sign} ${id}`).toSorted()]).toEqual([
    1,
    ['× list.per-page.zero', '✓ list.per-page.negative'],
  ]);
  const { outcome, rules: reported, run } = await reportIn(at('project'));
  expect([outcome, run.replay?.program]).toEqual(['nonconformant', 'script']);
  const skipped = reported.flatMap(({ id, verdict }) => (verdict === 'skip' ? [id] : []));
  expect(skipped).toEqual(
    expect.arrayContaining(['list.private.anonymous', 'list.private.member', 'list.private.outsider']),
  );
  expect((await readdir(at('project'))).toSorted()).toEqual(reportFiles);
});
