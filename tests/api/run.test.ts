import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { FaultId } from '../../proof/faults/index.ts';
import { injecting } from '../../proof/injected.ts';
import { ReportNotWritten } from '../../src/api/errors.ts';
import { exitStatusOf, type Report, run } from '../../src/api/index.ts';
import { reportSchema } from '../../src/report/model.ts';
import { summary } from '../../src/report/terminal/summary.ts';
import { startService } from '../../src/service/start.ts';
import { bundledHandler } from './bundled.ts';

const idsBy = ({ rules }: Report, verdict: string): string[] =>
  rules.filter((rule) => rule.verdict === verdict && rule.level !== 'observed').map(({ id }) => id);

/** Returns the results of a report, without anything that differs from run to run. */
const verdicts = ({ outcome, counts, rules }: Report) => ({
  outcome,
  counts,
  rules: rules.map(({ id, verdict }) => `${id}: ${verdict}`),
});

describe('a run within a program', () => {
  it('finds a handler that obeys conformant, and says that it was one', async () => {
    const report = await run({ ...bundledHandler().target, writes: 'all' });
    expect(report.outcome).toBe('conformant');
    expect(exitStatusOf(report)).toBe(0);
    expect(report.target).toMatchObject({ baseUrl: 'http://localhost', bundled: false });
    expect(report.run).toMatchObject({ handler: true, seed: 7, profile: 'quick', writes: 'all' });
    expect(report.run.requests).toBeGreaterThan(60);
    expect(reportSchema.parse(report)).toEqual(report);
    expect(summary(reportSchema.parse(report), { color: false, width: 80, paths: [] })).toMatch(
      /Requests went to a handler in\s+this\s+process/,
    );
  });

  it('says which version was checked: the one that is given, or that the answers name last', async () => {
    const { target } = bundledHandler();
    const only = ['list.per-page'];
    expect((await run({ ...target, only, targetVersion: '1.10' })).run.targetVersion).toBe('1.10');
    let answers = 0;
    const fetch = async (request: Request): Promise<Response> => {
      const response = await target.fetch(request);
      answers += 1;
      response.headers.set('x-app-version', answers > 20 ? '1.4.2' : '1.4.1');
      return response;
    };
    const { run: told } = await run({ ...target, fetch, only, versionHeader: 'X-App-Version' });
    expect(told.targetVersion).toBe('1.4.2');
    expect(told.targetVersions?.map(({ version }) => version)).toEqual(['1.4.1', '1.4.2']);
    const { run: untold } = await run({ ...target, only, versionHeader: 'X-Other' });
    expect([untold.targetVersion, untold.targetVersions]).toEqual([undefined, undefined]);
  });

  it('gives the report of the same service behind a port', async () => {
    const faults = ['per-page-zero-422', 'title-missing-400'] as const;
    const service = await startService(injecting({ faults }));
    try {
      const { target } = bundledHandler({ faults });
      const { fetch: _, ...named } = target;
      const within = await run({ ...target, writes: 'all' });
      const over = await run({ ...named, baseUrl: service.baseUrl, writes: 'all' });
      expect(verdicts(within)).toEqual(verdicts(over));
      expect(idsBy(within, 'fail')).toContain('list.per-page.zero');
      expect(over.run).not.toHaveProperty('handler');
    } finally {
      await service.stop();
    }
  });

  it('takes a listener of node:http', async () => {
    const { target } = bundledHandler({ faults: ['per-page-zero-422'] });
    const { fetch, ...named } = target;
    const listener = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
      const { method = 'GET', url = '/', headers } = incoming;
      const payload = await text(incoming);
      const response = await fetch(
        new Request(new URL(url, 'http://localhost'), {
          method,
          headers: headers as Record<string, string>,
          ...(payload === '' ? {} : { body: payload }),
        }),
      );
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(await response.text());
    };
    const report = await run({ ...named, listener, writes: 'all' });
    expect(idsBy(report, 'fail')).toEqual(['list.per-page.zero']);
    expect(report.run.handler).toBe(true);
  });

  it('writes nothing to the service unless it is told to', async () => {
    const { target, methods } = bundledHandler();
    const report = await run(target);
    expect(new Set(methods)).toEqual(new Set(['GET']));
    expect(report.outcome).toBe('incomplete');
    expect(idsBy(report, 'skip').every((id) => id.startsWith('create.'))).toBe(true);
    expect(exitStatusOf(report)).toBe(3);
    expect(exitStatusOf(report, { allowIncomplete: true })).toBe(0);
  });

  it('is disturbed by no other one that goes on in the same process', async () => {
    const of = (faults: readonly FaultId[]) => run({ ...bundledHandler({ faults }).target, writes: 'all' });
    const each: readonly (readonly FaultId[])[] = [[], ['per-page-zero-422'], ['unknown-owner-400']];
    const together = await Promise.all(each.map(of));
    expect(together.map((report) => idsBy(report, 'fail'))).toEqual([
      [],
      ['list.per-page.zero'],
      ['list.unknown-owner', 'create.unknown-owner'],
    ]);
    expect(new Set(together.map(({ run: { id } }) => id)).size).toBe(3);
  });

  it('says of a service that cannot be checked why, and shows no token of it', async () => {
    const { target } = bundledHandler();
    const fetch = () => {
      throw new Error(`no database for ${target.token}`);
    };
    const report = await run({ ...target, fetch, timeoutMs: 500 });
    expect(report.outcome).toBe('unusable');
    expect(report.problem).toContain('the handler threw Error: no database for <TOKEN>');
    expect(JSON.stringify(report)).not.toContain(target.token);
  });

  it('sends further headers, and shows none of their values', async () => {
    const { target } = bundledHandler({ faults: ['per-page-zero-422'] });
    const headers = { 'X-Gateway-Key': 'a-key-of-the-gateway-0123' };
    const seen = new Set<string | null>();
    const fetch = (request: Request) => {
      seen.add(request.headers.get('x-gateway-key'));
      return target.fetch(request);
    };
    const report = await run({ ...target, fetch, headers, label: 'staging', only: ['list.per-page'] });
    expect([...seen]).toEqual(['a-key-of-the-gateway-0123']);
    expect(idsBy(report, 'fail')).toEqual(['list.per-page.zero']);
    expect(report.target.label).toBe('staging');
    expect(JSON.stringify(report)).not.toContain('a-key-of-the-gateway');
  });

  it('names a handler that throws at some requests with its error', async () => {
    const { target } = bundledHandler();
    const fetch = (request: Request) => {
      if (new URL(request.url).searchParams.get('per_page') === '0') throw new TypeError('0 is no size');
      return target.fetch(request);
    };
    const report = await run({ ...target, fetch });
    expect(idsBy(report, 'fail')).toEqual(['list.per-page.zero']);
    const { failure } = report.rules.find(({ id }) => id === 'list.per-page.zero') ?? {};
    expect(failure?.actual).toBe('no answer (the handler threw TypeError: 0 is no size)');
  });
});

describe('a run that is ended by its signal', () => {
  it('sends nothing where it was ended before', async () => {
    const { target, methods } = bundledHandler();
    const report = await run({ ...target, signal: AbortSignal.abort() });
    expect(methods).toEqual([]);
    expect(report).toMatchObject({ outcome: 'incomplete', run: { interrupted: true } });
    expect(exitStatusOf(report, { allowIncomplete: true })).toBe(3);
  });

  it('has what was decided until then', async () => {
    const { target, methods } = bundledHandler();
    const ending = new AbortController();
    const fetch = (request: Request) => {
      if (methods.length === 30) ending.abort();
      return target.fetch(request);
    };
    const report = await run({ ...target, fetch, signal: ending.signal });
    expect(report).toMatchObject({ outcome: 'incomplete', run: { interrupted: true } });
    const sent = methods.length;
    expect(sent).toBeLessThan(40);
    // Requests on their way are sent in the next turn of the event loop.
    await nextTurn();
    await nextTurn();
    expect(methods).toHaveLength(sent);
  });
});

describe('a run leaves nothing behind', () => {
  const listeners = () =>
    process.eventNames().map((name) => `${String(name)} ${process.listenerCount(name)}`);

  it('in its process', async () => {
    const ending = new AbortController();
    const before = listeners();
    const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    await run({ ...bundledHandler().target, signal: ending.signal });
    expect(listeners()).toEqual(before);
    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).toBeLessThanOrEqual(
      timers,
    );
  });

  it('on the disk, but what it was told to write', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'issue-conformance-api-'));
    try {
      const before = await readdir('.');
      const reportDir = join(dir, 'reports');
      const historyDir = join(dir, 'history');
      const listening = listeners();
      const report = await run({
        ...bundledHandler().target,
        reportDir,
        historyDir,
        reportFormat: ['junit'],
      });
      expect(await readdir(reportDir)).toEqual(['conformance.json', 'junit.xml']);
      expect(JSON.parse(await readFile(join(reportDir, 'conformance.json'), 'utf8'))).toEqual(report);
      expect(await readdir(historyDir)).toHaveLength(1);
      expect(listeners()).toEqual(listening);
      await run(bundledHandler().target);
      expect(await readdir('.')).toEqual(before);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });

  it('of a report that cannot be written, and does not lose it', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'issue-conformance-api-'));
    const reportDir = join(dir, 'reports');
    try {
      const { target } = bundledHandler();
      const fetch = async (request: Request) => {
        // The folder is replaced by a file during the run.
        await rm(reportDir, { recursive: true, force: true });
        await writeFile(reportDir, '');
        return target.fetch(request);
      };
      const failure: unknown = await run({ ...target, fetch, only: ['list.ok'], reportDir }).catch(
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(ReportNotWritten);
      expect(failure).toMatchObject({
        message: expect.stringContaining(reportDir),
        report: { counts: { pass: 1 } },
      });
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});

describe('a run that has a history', () => {
  it('says what the target is called, and what changed since the last run that is kept', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'issue-conformance-api-'));
    try {
      const options = { ...bundledHandler().target, historyDir: dir, label: 'In memory', only: ['list.ok'] };
      const first = await run(options);
      expect(first.target.label).toBe('In memory');
      expect(first.sinceLastRun?.last).toBeNull();
      const second = await run(options);
      expect(second.sinceLastRun?.last?.id).toBe(first.run.id);
      expect(second.sinceLastRun?.changes?.newFailures).toEqual([]);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});
