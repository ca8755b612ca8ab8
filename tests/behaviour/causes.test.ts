import { expect, it } from 'vitest';
import { isGating } from '../../src/model/words.ts';
import { type Answer, JSON_TYPE } from '../../src/service/answer.ts';
import type { Change } from '../../src/service/behaviour.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import { type Trying, tryService } from '../support/try-service.ts';

const answered = (status: number, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': JSON_TYPE, ...headers },
  body: '{}',
});

/** Answers of a service that breaks down. */
const ILLNESSES: Readonly<Record<string, (request: ServiceRequest) => Answer | Promise<Answer>>> = {
  'resets every connection': () => ({ ...answered(503), delivery: 'reset' }),
  'answers 503': () => answered(503),
  'answers 500': () => answered(500),
  'asks for patience': () => answered(429, { 'retry-after': '3600' }),
  hangs: async (request) => {
    await request.pause(3_600_000);
    return answered(503);
  },
};

/** Answers so many requests well, and then one of so many. */
const ill =
  (illness: string, after: number, every: number): Change =>
  (b) => ({
    around: async (inner, request) => {
      const isIll = request.ordinal > after && request.ordinal % every !== 0;
      return (isIll ? await ILLNESSES[illness]?.(request) : undefined) ?? b.around(inner, request);
    },
  });

/** Returns the undecided gating rules with their causes, and the number of requests. */
async function causesOn(settings: Trying, issues: number, change: Change = () => ({})) {
  const { tried, requests } = await tryService({ issues, changes: [change] }, settings);
  const open = tried.flatMap(({ rule, verdict }) =>
    isGating(rule) && 'cause' in verdict ? [[rule.id, verdict.cause] as const] : [],
  );
  return { open: new Map(open), requests };
}

const isAcceptable = (cause: string | undefined): boolean => cause === 'setting' || cause === 'data';

it.each([0, 1, 5, 31, 100])(
  'on a healthy service of %i issues every open rule lacks data or a setting',
  async (issues) => {
    for (const writes of ['none', 'rejected', 'all'] as const) {
      const { open } = await causesOn({ writes }, issues);
      expect(open.size > 0 || (writes === 'all' && issues >= 31)).toBe(true);
      expect([...open].filter(([, cause]) => !isAcceptable(cause))).toEqual([]);
    }
  },
);

it.each(Object.keys(ILLNESSES))('no rule lacks nothing but data where the service %s', async (illness) => {
  for (const writes of ['none', 'all'] as const) {
    const settings = { writes, profile: 'quick' } as const;
    const well = await causesOn(settings, 31);
    let wereOpen = 0;
    for (const every of [Number.POSITIVE_INFINITY, 2])
      for (let after = 1; after < well.requests; after += 19) {
        const { open } = await causesOn(settings, 31, ill(illness, after, every));
        const wrong = [...open].filter(
          ([id, cause]) => isAcceptable(cause) && !isAcceptable(well.open.get(id)),
        );
        expect({ every, after, wrong }).toEqual({ every, after, wrong: [] });
        wereOpen += [...open.values()].filter((cause) => !isAcceptable(cause)).length;
      }
    expect(wereOpen).toBeGreaterThan(20);
  }
});
