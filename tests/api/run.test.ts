import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { injecting } from '../../proof/injected.ts';
import { exitStatusOf, type Report, run } from '../../src/api/index.ts';
import { InvalidOptions, ReportNotWritten, type RunOptions } from '../../src/api/options.ts';
import { settingsOfOptions } from '../../src/api/run-with-options.ts';
import { reportSchema } from '../../src/report/model.ts';
import { startService } from '../../src/service/start.ts';
import { sharedFolder } from '../support/temporary.ts';
import { bundledHandler } from './bundled.ts';

const failed = ({ rules }: Report): string[] =>
  rules.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));

const at = sharedFolder();

describe('a run within a program', () => {
  it('gives the report of the same service behind a port', async () => {
    const faults = ['per-page-zero-422', 'title-missing-400'] as const;
    const service = await startService(injecting({ faults }));
    const { fetch, ...named } = bundledHandler({ faults }).target;
    const within = await run({ ...named, fetch, writes: 'all' });
    const over = await run({ ...named, baseUrl: service.baseUrl, writes: 'all' });
    await service.stop();
    const verdicts = ({ outcome, counts, rules }: Report) => [
      outcome,
      counts,
      rules.map(({ id, verdict }) => `${id}: ${verdict}`),
    ];
    expect(verdicts(within)).toEqual(verdicts(over));
    expect(failed(within)).toContain('list.per-page.zero');
    expect(within.run).toMatchObject({ handler: true, seed: 7, profile: 'quick', writes: 'all' });
    expect(reportSchema.parse(within)).toEqual(within);
    // Nobody can call a handler.
    expect(within.rules.filter(({ failure }) => (failure?.curl ?? '') !== '')).toEqual([]);
  });

  it('writes nothing to the service unless it is told to', async () => {
    const { target, methods } = bundledHandler();
    const report = await run(target);
    expect(new Set(methods)).toEqual(new Set(['GET']));
    expect([exitStatusOf(report), exitStatusOf(report, { allowIncomplete: true })]).toEqual([3, 0]);
  });

  it('is disturbed by no other one in the same process', async () => {
    const only = ['list.per-page.zero', 'list.ok'];
    const of = (faults: readonly 'per-page-zero-422'[]) =>
      run({ ...bundledHandler({ faults }).target, only });
    const together = await Promise.all([of([]), of(['per-page-zero-422']), of([])]);
    expect(together.map(failed)).toEqual([[], ['list.per-page.zero'], []]);
  });

  it.each<[string, status: number, failed: string[], says: RegExp]>([
    ['valut', 3, [], /PRIVATE_REPO/],
    ['sprockets', 1, ['list.private.anonymous', 'list.private.outsider'], /^The service lists PRIVATE_REPO/],
  ])('names PRIVATE_REPO at its head if it is unknown or public: %s', async (privateRepo, ...ended) => {
    const report = await run({ ...bundledHandler().target, only: ['list.ok', 'list.private'], privateRepo });
    const [status, rules, says] = ended;
    expect([exitStatusOf(report, { allowIncomplete: true }), failed(report)]).toEqual([status, rules]);
    expect(report.problem).toMatch(says);
  });

  it('names no setting at its head if the public list holds a private issue', async () => {
    const { target } = bundledHandler({ faults: ['private-among-public-for-strangers'] });
    const report = await run({ ...target, only: ['list.private', 'list.anonymous'], writes: 'all' });
    expect([failed(report), report.problem]).toEqual([['list.private.anonymous'], undefined]);
  });

  it('shows neither tokens nor headers where the handler throws them', async () => {
    const { target } = bundledHandler();
    const headers = { 'X-Gateway-Key': 'a-key-of-the-gateway-0123' };
    const fetch = (request: Request) => {
      throw new Error(`no database for ${target.token} ${request.headers.get('x-gateway-key')}`);
    };
    const report = await run({ ...target, fetch, headers, timeoutMs: 500 });
    expect([report.outcome, report.problem]).toEqual(['unusable', expect.stringContaining('<TOKEN>')]);
    expect(report.problem).toMatch(/the handler failed: .*: mend the handler/);
    expect(JSON.stringify(report)).not.toMatch(new RegExp(`${target.token}|a-key-of`));
  });
});

it('a run without options names the missing one', async () => {
  await expect(run()).rejects.toThrow(/baseUrl/);
});

it.each([0, 30])(
  'a run that is ended by its signal has what was decided until then, and sends no more: %i',
  async (last) => {
    const { target, methods } = bundledHandler();
    const ending = new AbortController();
    if (last === 0) ending.abort();
    const fetch = (request: Request) => {
      if (methods.length === last) ending.abort();
      return target.fetch(request);
    };
    const report = await run({ ...target, fetch, signal: ending.signal });
    expect(report).toMatchObject({ outcome: 'incomplete', run: { interrupted: true } });
    expect(exitStatusOf(report, { allowIncomplete: true })).toBe(3);
    const sent = methods.length;
    expect(sent).toBeLessThan(last === 0 ? 1 : 40);
    // Requests on their way are sent in the next turn of the event loop.
    await nextTurn();
    await nextTurn();
    expect(methods).toHaveLength(sent);
  },
);

describe('a run leaves behind', () => {
  const traces = () => process.eventNames().map((name) => `${String(name)} ${process.listenerCount(name)}`);

  it('what it was told to write, and nothing else', async () => {
    const before = [traces(), await readdir('.')];
    const [reportDir, historyDir] = [at('reports'), at('history')];
    const options = { ...bundledHandler().target, only: ['list.ok'], reportDir, historyDir };
    const signal = new AbortController().signal;
    const first = await run({ ...options, signal, reportFormat: ['junit'] });
    expect([traces(), await readdir('.')]).toEqual(before);
    expect(await readdir(reportDir)).toEqual(['conformance.json', 'junit.xml']);
    expect(JSON.parse(await readFile(join(reportDir, 'conformance.json'), 'utf8'))).toEqual(first);
    expect(await readdir(historyDir)).toHaveLength(1);
    await run(options);
    expect(await readdir(historyDir)).toHaveLength(2);
  });

  it('a report that could not be written', async () => {
    const reportDir = at('gone');
    const { target } = bundledHandler();
    const fetch = async (request: Request) => {
      // The folder is replaced by a file during the run.
      await rm(reportDir, { recursive: true, force: true });
      await writeFile(reportDir, '');
      return target.fetch(request);
    };
    const failure = run({ ...target, fetch, only: ['list.ok'], reportDir });
    await expect(failure).rejects.toBeInstanceOf(ReportNotWritten);
    await expect(failure).rejects.toMatchObject({ report: { counts: { pass: 1 } } });
  });
});

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
    expect(() => settingsOfOptions(without)).toThrow('required with baseUrl');
    expect(settingsOfOptions({ ...without, env: { OWNER: 'somebody' } }).settings.OWNER).toBe('somebody');
    expect(settingsOfOptions({ ...HERE, env: { OWNER: 'somebody' } }).settings.OWNER).toBe('acme');
  });

  it.each<[string[], object]>([
    [['tokn'], { tokn: 'x' }],
    [['PROFIL'], { env: { PROFIL: 'quick', LABELS: 'x' } }],
    [['only'], { only: ['lst'] }],
    [['listener'], { listener: () => 1 }],
    [['fetch', 'signal'], { fetch: { fetch: () => 1 }, signal: new AbortController() }],
    [['baseUrl'], { baseUrl: '' }],
    [['baseUrl', 'owner', 'profile'], { owner: '..', profile: 'quik', baseUrl: 'ftp://x' }],
  ])('are refused, all at once: %j', (names, options) => {
    expect(refused({ ...HERE, ...options })).toEqual(names);
  });

  it.each<[string, object]>([
    ['baseUrl', { baseUrl: undefined, fetch: undefined }],
    ['baseline', { baseline: '/nowhere/known.txt' }],
    ['reportDir', { reportDir: '/dev/null/x' }],
    ['historyDir', { historyDir: '/dev/null/x' }],
    ['record', { record: '/dev/null/x.har' }],
  ])('reject a run that cannot begin: %s', async (option, options) => {
    const failure = run({ ...HERE, fetch: () => new Response(), ...options });
    await expect(failure).rejects.toMatchObject({
      problems: [{ option, allowed: expect.not.stringContaining('(--') }],
    });
  });
});
