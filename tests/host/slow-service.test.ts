import { afterEach, expect, it, vi } from 'vitest';
import { failure } from '../../proof/changes/answers.ts';
import { everyNth } from '../../proof/changes/moments.ts';
import type { FaultId } from '../../proof/faults/index.ts';
import { tryRules } from '../../src/host/in-process.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from '../support/in-process.ts';
import { oneByOne } from '../support/one-by-one.ts';
import { settingsFor, type TriedService, tryService } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const undecided = ({ tried }: Pick<TriedService, 'tried'>): string[] =>
  tried
    .filter(({ rule, verdict }) => rule.level !== 'observed' && verdict.verdict !== 'pass')
    .map(({ rule, verdict }) => `${rule.id} ${'cause' in verdict ? verdict.cause : verdict.verdict}`);

interface Slow {
  readonly profile?: 'quick' | 'standard';
  readonly list: number;
  readonly creation?: number;
  readonly faults?: readonly FaultId[];
  readonly most?: number;
}

it.each<[Slow, left: readonly string[]]>([
  [{ profile: 'quick', list: 200, most: 120 }, []],
  [{ profile: 'quick', list: 400, most: 120 }, []],
  [{ list: 400, most: 460 }, []],
  [{ list: 50, creation: 300 }, []],
  [{ list: 400, creation: 50 }, []],
  [{ list: 400, faults: ['per-page-zero-empty'] }, ['list.per-page.zero fail']],
  // There is no time for two creations at the same moment.
  [{ list: 700 }, ['create.concurrent unanswered']],
])('a service with one thread is decided: %j', async (slow, left) => {
  const { profile = 'standard', list, creation = list, faults = [], most = 600 } = slow;
  const change = oneByOne(({ method }) => (method === 'POST' ? creation : list));
  const settings = { concurrency: 8, timeoutMs: 1000, profile };
  const tried = await tryService({ faults, changes: [change] }, settings);
  expect(undecided(tried)).toEqual(left);
  expect(tried.requests).toBeLessThan(most);
});

afterEach(() => {
  vi.useRealTimers();
});

it('a clock that is set in the middle of a run changes nothing', async () => {
  const clock = new VirtualClock();
  // Before it is set, the clock of the machine agrees with that of the run.
  vi.useFakeTimers({ toFake: ['Date'], now: clock.date() });
  const inASecond = (): string => new Date(clock.date() + 1000).toUTCString();
  const service = openService({
    clock,
    changes: [(b) => everyNth(b, 25, () => failure(429, { 'retry-after': inASecond() }))],
  });
  const way = inProcess(service, clock);
  const hours: Readonly<Record<number, number>> = { 10: -1, 40: 25, 60: -48 };
  let sent = 0;
  const send: typeof way.send = (request, options) => {
    sent += 1;
    vi.setSystemTime(Date.now() + (hours[sent] ?? 0) * 3_600_000);
    return way.send(request, options);
  };
  const settings = { ...settingsFor(service, 'http://service.test'), deadlineMs: 60_000 };
  const tried = await tryRules({ ...settings, profile: 'quick' }, rules, {
    transport: { ...way, send },
    clock,
  });
  expect([sent > 60, undecided(tried)]).toEqual([true, []]);
});
