import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/client/transport.ts';
import { tryRules } from '../../src/host/in-process.ts';
import { isGating } from '../../src/model/words.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor, type Trying } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

class ConnectionReset extends Error {
  readonly code = 'ECONNRESET';
}

const answered = (status: number, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers: { 'content-length': '2', ...headers },
  body: (async function* () {
    yield Buffer.from('{}');
  })(),
});

/** Responses of a service that breaks down. */
const ILLNESSES: Readonly<
  Record<string, (clock: VirtualClock, signal: AbortSignal) => ReturnType<Transport['send']>>
> = {
  'resets every connection': () => Promise.reject(new ConnectionReset('reset')),
  'answers 503': () => Promise.resolve(answered(503)),
  'answers 500': () => Promise.resolve(answered(500)),
  'asks for patience': () => Promise.resolve(answered(429, { 'retry-after': '3600' })),
  hangs: async (clock, signal) => {
    await clock.sleep(3_600_000, signal);
    throw new Error('aborted');
  },
};

interface Ill {
  readonly illness: string;
  /** Number of requests that are answered before. */
  readonly after: number;
  /** After that, every n-th request is still answered; none if absent. */
  readonly every?: number;
}

/** Returns the undecided gating rules with their causes, and the number of requests. */
async function causesOn(issues: number, settings: Partial<Trying>, ill?: Ill) {
  const clock = new VirtualClock();
  const service = openService({ issues, clock });
  const well = inProcess(service, clock);
  let sent = 0;
  const transport: Transport = {
    ...well,
    send: (request, how) => {
      sent += 1;
      const isIll =
        ill !== undefined && sent > ill.after && sent % (ill.every ?? Number.POSITIVE_INFINITY) !== 0;
      return (isIll ? ILLNESSES[ill.illness]?.(clock, how.signal) : undefined) ?? well.send(request, how);
    },
  };
  const { tried, unusable } = await tryRules(
    { ...settingsFor(service, 'http://service.test'), ...settings },
    rules,
    { transport, clock },
  );
  const open = tried.flatMap(({ rule, verdict }) =>
    isGating(rule) && 'cause' in verdict ? [[rule.id, verdict.cause] as const] : [],
  );
  return { open: new Map(open), unusable, sent };
}

const acceptable = (cause: string | undefined): boolean => cause === 'setting' || cause === 'data';

describe('on a healthy service with little in it', () => {
  for (const issues of [0, 1, 5, 31, 100])
    for (const writes of ['none', 'rejected', 'all'] as const)
      it(`every rule that is open lacks data or a setting (${issues} issues, writes ${writes})`, async () => {
        const { open } = await causesOn(issues, { writes });
        expect(open.size > 0 || (writes === 'all' && issues >= 31)).toBe(true);
        expect([...open].filter(([, cause]) => !acceptable(cause))).toEqual([]);
      });
});

describe('on a service that becomes ill', () => {
  for (const illness of Object.keys(ILLNESSES))
    it(`no rule that it would have decided lacks nothing but data (it ${illness})`, async () => {
      for (const writes of ['none', 'all'] as const) {
        const well = await causesOn(31, { writes, profile: 'quick' });
        let wereOpen = 0;
        for (const every of [undefined, 2])
          for (let after = 1; after < well.sent; after += 9) {
            const ill = { illness, after, ...(every === undefined ? {} : { every }) };
            const { open } = await causesOn(31, { writes, profile: 'quick' }, ill);
            const wrong = [...open].filter(
              ([id, cause]) => acceptable(cause) && !acceptable(well.open.get(id)),
            );
            expect({ ill, wrong }).toEqual({ ill, wrong: [] });
            wereOpen += [...open.values()].filter((cause) => !acceptable(cause)).length;
          }
        expect(wereOpen).toBeGreaterThan(50);
      }
    }, 120_000);
});
