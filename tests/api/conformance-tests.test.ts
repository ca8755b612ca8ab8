import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conformanceTests, type LaterOptions } from '../../src/api/conformance-tests.ts';
import { InvalidOptions } from '../../src/api/errors.ts';
import type { TestOptions } from '../../src/api/options.ts';
import { rules } from '../../suites/index.ts';
import { bundledHandler } from './bundled.ts';

/** Test runners by the way in which a running test skips itself: by throwing, by returning, or not at all. */
type Kind = 'vitest' | 'node:test' | 'jest';

class Skipped extends Error {}

/** Returns the results of the registered tests: `passed`, `skipped: why`, `failed: why`. */
async function outcomes(
  kind: Kind,
  options: TestOptions,
  { later, filter = () => true }: { later?: LaterOptions; filter?: (name: string) => boolean } = {},
): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map<string, (...context: unknown[]) => Promise<void>>();
  const found = new Map<string, string>();
  const hooks: (() => Promise<void>)[] = [];
  const test = Object.assign(
    (name: string, body: (...context: unknown[]) => Promise<void>) => {
      expect(body).toHaveLength(0);
      bodies.set(name, body);
    },
    { skip: (name: string) => found.set(name, 'skipped early') },
    kind === 'jest' ? { failing: () => undefined } : {},
  );
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
const KINDS: readonly Kind[] = ['vitest', 'node:test', 'jest'];
/** A service with too few issues for some rules. */
const few = () => bundledHandler({ issues: 40 }).target;

describe.each(KINDS)('tests in %s', (kind) => {
  it('are one for each gating rule, and pass where it holds', async () => {
    const { target, methods } = bundledHandler();
    const found = await outcomes(kind, { ...target, writes: 'all' });
    expect([...found.keys()]).toEqual(gating);
    expect(of(found, 'passed')).toEqual(gating);
    // All tests share one run.
    expect(methods.length).toBeLessThan(100);
  });

  it('fail with the card of the rule that is broken, and no other does', async () => {
    const { target } = bundledHandler({ faults: ['per-page-zero-422'] });
    const found = await outcomes(kind, { ...target, writes: 'all' });
    expect(of(found, 'failed')).toEqual(['list.per-page.zero']);
    const card = found.get('list.per-page.zero');
    for (const part of ['Expected: 200', 'Actual: 422', 'Impact: ', 'Reproduce with curl: curl'])
      expect(card).toContain(part);
    expect(card).not.toContain('conformance.json');
    expect(card).not.toContain(target.token);
  });

  it('fail where a rule stays undecided, with what would decide it', async () => {
    const { privateOwner: _, privateRepo: __, ...target } = few();
    const found = await outcomes(kind, { ...target, only: ['list.per-page', 'list.private'] });
    const failed = of(found, 'failed');
    expect(failed).toContain('list.per-page.maximum');
    expect(failed).toContain('list.private.member');
    expect(of(found, 'skipped')).toEqual([]);
    expect(found.get('list.private.member')).toMatch(
      /list\.private\.member \(implied, § .*\) is skipped\.\n.*PRIVATE_REPO.*\nWith allowIncomplete it may stay so/,
    );
    expect(found.get('list.per-page.maximum')).toMatch(
      / is undecided\.\n.*100.*\nWith allowIncomplete it may stay so/,
    );
  });

  it('are skipped then, where that is allowed', async () => {
    const { privateOwner: _, privateRepo: __, ...target } = few();
    const only = ['list.per-page', 'list.private'];
    const found = await outcomes(kind, { ...target, only, allowIncomplete: true });
    expect(found.get('list.private.member')).toMatch(
      kind === 'jest' ? /^skipped early/ : /^skipped: .*PRIVATE_REPO/s,
    );
    expect(found.get('list.per-page.maximum')).toMatch(
      kind === 'jest' ? /^failed: .*This test runner cannot skip/s : /^skipped: .* is undecided/,
    );
    expect(found.get('list.per-page.zero')).toBe('passed');
  });

  it('fail, whatever is allowed, where nothing can be decided', async () => {
    const unusable = { ...few(), fetch: () => new Response('', { status: 404 }), writes: 'all' } as const;
    const found = await outcomes(kind, { ...unusable, allowIncomplete: true });
    expect(of(found, 'failed')).toEqual(gating);
    const { privateOwner: _, privateRepo: __, ...target } = few();
    const nothing = await outcomes(kind, {
      ...target,
      only: ['list.per-page.maximum'],
      allowIncomplete: true,
    });
    expect(nothing.get('list.per-page.maximum')).toMatch(/^failed: .*No rule was decided/s);
  });

  it('fail, whatever is allowed, where the service gave no answer', async () => {
    const { target } = bundledHandler();
    const hangsAt = (size: string) => (request: Request) =>
      new URL(request.url).searchParams.get('per_page') === size
        ? new Promise<Response>(() => undefined)
        : target.fetch(request);
    const options = { ...target, fetch: hangsAt('0'), timeoutMs: 300, allowIncomplete: true };
    const found = await outcomes(kind, { ...options, only: ['list.per-page', 'list.ok'] });
    expect(of(found, 'failed')).toEqual(['list.per-page.zero']);
    expect(found.get('list.per-page.zero')).toContain('allowIncomplete does not accept that');
  });

  it('fail with what is wrong with the options', async () => {
    const { owner: _, ...target } = few();
    const found = await outcomes(kind, { ...target, only: ['list.ok'] });
    expect(found.get('list.ok')).toMatch(/^failed: Invalid option; nothing was sent:\n {2}owner \(OWNER\)/);
  });

  it('tell a known failure from a new one, and find it out where it holds again', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'issue-conformance-baseline-'));
    const baseline = join(dir, 'known.txt');
    await writeFile(baseline, 'list.per-page.zero\nlist.per-page.negative\n');
    try {
      const { target } = bundledHandler({ faults: ['per-page-zero-422'] });
      const found = await outcomes(kind, { ...target, baseline, only: ['list.per-page'] });
      expect(of(found, 'failed')).toEqual([
        ...(kind === 'jest' ? ['list.per-page.zero'] : []),
        'list.per-page.negative',
      ]);
      expect(found.get('list.per-page.zero')).toContain('known failure: no reason given');
      expect(found.get('list.per-page.negative')).toContain(
        'stale, the rule passes now: no reason given. Remove it',
      );
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});

describe('observations that the baseline pins', () => {
  const pinned = (value: string): string =>
    `pins:\n  - observation: observed.create.status\n    value: "${value}"\n    reason: the app looks for it\n`;

  it.each([
    ['fail the hook after the tests where they are others', '299', 'PinChanged'],
    ['are tried though they have no test', '201', null],
  ])('%s', async (_, value, name) => {
    const dir = await mkdtemp(join(tmpdir(), 'issue-conformance-baseline-'));
    const baseline = join(dir, 'baseline.yaml');
    await writeFile(baseline, pinned(value));
    try {
      const { target } = bundledHandler();
      const options = {
        ...target,
        writes: 'all',
        baseline,
        only: ['create.accepted', 'observed.create.status'],
      } as const;
      const failure = await outcomes('vitest', options).then(
        (found) => {
          expect([...found]).toEqual([['create.accepted', 'passed']]);
          return null;
        },
        (error: Error) => error.name,
      );
      expect(failure).toBe(name);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});

describe('tests of rules', () => {
  it('are those that are chosen', async () => {
    const found = await outcomes('vitest', {
      ...few(),
      only: ['list.per-page'],
      skip: ['list.per-page.maximum'],
    });
    expect([...found.keys()]).toEqual(
      gating.filter((id) => id.startsWith('list.per-page') && id !== 'list.per-page.maximum'),
    );
  });

  it.each([
    ['no rule', { only: ['lst'] }, 'matches none'],
    ['observations alone', { only: ['observed'] }, 'a selection with a gating rule in it'],
  ])('are not registered for %s', async (_, choice, message) => {
    const failure = await outcomes('vitest', { ...few(), ...choice }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(InvalidOptions);
    expect(String(failure)).toContain(message);
  });

  it('send nothing before the first of them begins', async () => {
    const { target, methods } = bundledHandler();
    await outcomes('vitest', target, { filter: () => false });
    expect(methods).toEqual([]);
  });

  it('end the run where a filter leaves most of them out', async () => {
    const { target, methods } = bundledHandler({ latencyMs: 5 });
    // Other rules are decided only at the end.
    await outcomes('vitest', target, { filter: (name) => name === 'list.state.open' });
    const whole = bundledHandler({ latencyMs: 5 });
    await outcomes('vitest', whole.target);
    expect(methods.length).toBeLessThan(whole.methods.length);
  });

  it('may be told the rest of the options when they begin', async () => {
    const { owner, repo, ...target } = few();
    let asked = 0;
    const later = () => {
      asked += 1;
      return Promise.resolve({ owner, repo, only: ['create'] });
    };
    const found = await outcomes('vitest', { ...target, only: ['list.ok', 'list.array'] }, { later });
    expect([...found]).toEqual([
      ['list.ok', 'passed'],
      ['list.array', 'passed'],
    ]);
    expect(asked).toBe(1);
  });
});
