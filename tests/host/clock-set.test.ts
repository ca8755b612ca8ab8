import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../proof/changes/answers.ts';
import { everyNth } from '../../proof/changes/moments.ts';
import { systemClock } from '../../src/client/clock.ts';
import { tryRules } from '../../src/host/in-process.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const HOUR = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

/** Sets the clock of the machine during a run; only `Date` changes. */
const setClock = (ms: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
};

/** Runs against a service that rate limits callers until a date, without a Date header. */
async function tryWith(jumps: Readonly<Record<number, number>>) {
  const clock = new VirtualClock();
  // Before it is set, the clock of the machine agrees with that of the run.
  vi.useFakeTimers({ toFake: ['Date'], now: clock.date() });
  const inASecond = (): string => new Date(clock.date() + 1000).toUTCString();
  const service = openService({
    clock,
    changes: [(b) => everyNth(b, 25, () => failure(429, { 'retry-after': inASecond() }))],
  });
  const way = inProcess(service, clock);
  let sent = 0;
  const { tried } = await tryRules(
    { ...settingsFor(service, 'http://service.test'), profile: 'quick', deadlineMs: 60_000 },
    rules,
    {
      transport: {
        ...way,
        send: (request, options) => {
          sent += 1;
          const jump = jumps[sent];
          if (jump !== undefined) setClock(jump);
          return way.send(request, options);
        },
      },
      clock,
    },
  );
  return { verdicts: tried.map(({ rule, verdict }) => [rule.id, verdict.verdict]), tookMs: clock.now() };
}

describe('a clock that is set in the middle of a run', () => {
  it('an hour back and a day forth changes nothing', async () => {
    const straight = await tryWith({});
    const { verdicts, tookMs } = await tryWith({ 10: -HOUR, 40: 25 * HOUR, 60: -48 * HOUR });
    expect(verdicts).toEqual(straight.verdicts);
    expect(verdicts.flat()).not.toContain('fail');
    expect(
      verdicts.filter(([id = '', verdict]) => !id.startsWith('observed.') && verdict !== 'pass'),
    ).toEqual([]);
    expect(tookMs).toBeLessThan(straight.tookMs + 10_000);
  });

  it('does not move the dates of the clock of a run', () => {
    const before = systemClock.date();
    setClock(-HOUR);
    const after = systemClock.date();
    expect(after - before).toBeGreaterThanOrEqual(0);
    expect(after - before).toBeLessThan(60_000);
  });

  it('is read only to say when a run began, and on which day an entry of a baseline ends', async () => {
    const folders = ['src', 'suites', 'proof'];
    const names = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true })));
    const paths = names.flatMap((all, at) => all.map((name) => join(folders[at] ?? '', name)));
    const readers: string[] = [];
    for (const path of paths.filter((name) => /\.tsx?$/.test(name)))
      if (/\bDate\.now\(|new Date\(\)/.test(await readFile(path, 'utf8'))) readers.push(path);
    expect(readers.toSorted()).toEqual([
      'src/host/host-rules.ts',
      'src/host/unfinished.ts',
      'src/host/vitest-reporter.ts',
      'src/report/lock.ts',
    ]);
    for (const path of readers) {
      const lines = (await readFile(path, 'utf8'))
        .split('\n')
        .filter((line) => /Date\.now\(|new Date\(\)/.test(line));
      for (const line of lines) expect(line).toMatch(/(?:(?:startedAt(?: =|:)|since:) |dayOf\()new Date\(\)/);
    }
  });
});
