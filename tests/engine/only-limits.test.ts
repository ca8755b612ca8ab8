import { expect, it } from 'vitest';
import { VirtualClock } from '../../src/client/virtual-clock.ts';
import { RunContext } from '../../src/context/run-context.ts';
import type { RunSettings } from '../../src/context/run-settings.ts';
import { tryAll } from '../../src/engine/try-all.ts';
import type { Reply } from '../../src/service/request.ts';
import { jsonAnswer, SETTINGS, someIssues, withToken } from './trying.ts';

/** How long each answer takes. */
const WAY_MS = 20;

type Answering = (at: number, credential: string | undefined) => Reply;

/** Tries nothing on a target. Returns true if it can be checked, and the seconds after which that is known. */
async function reading(answer: Answering, settings: Partial<RunSettings>) {
  const clock = new VirtualClock();
  const send = async ({ headers: sent }: { headers: Readonly<Record<string, string>> }) => {
    await clock.sleep(WAY_MS);
    const { status, headers, body } = answer(clock.now(), sent['authorization']);
    return {
      status,
      headers,
      body: (async function* bytes() {
        yield await Promise.resolve(Buffer.from(body));
      })(),
    };
  };
  const transport = { send, close: () => Promise.resolve() };
  const run = new RunContext(
    { ...SETTINGS, deadlineMs: 240_000, ...withToken, ...settings },
    { transport, clock },
  );
  try {
    const { unusable } = await tryAll(run, []);
    return { isChecked: unusable === null, seconds: clock.now() / 1000 };
  } finally {
    await run.close();
  }
}

const list = () => jsonAnswer(200, someIssues(20));
const limited = (after?: number) =>
  jsonAnswer(429, {}, after === undefined ? {} : { 'retry-after': String(after) });

/** Answers nothing but limits until a time, in seconds, and lists issues from then on. */
const until =
  (end: number, after?: number): Answering =>
  (at) =>
    at < end * 1000 ? limited(after) : list();
const never = Number.POSITIVE_INFINITY;

it.each<[string, Answering, boolean, number, number, Partial<RunSettings>?]>([
  ['names no wait', until(never), false, 60, 75],
  ['names short waits again and again', until(never, 10), false, 60, 80],
  ['is waited for once as long as it asks', until(100, 100), true, 100, 105],
  ['is given up after that', until(never, 100), false, 100, 115],
  ['is not waited for beyond the deadline', until(never, 3600), false, 0, 75],
  ['lists within the minute', until(45), true, 45, 60],
  ['lists after two waits', until(50, 25), true, 50, 60],
  ['was waited for already', until(never), false, 0, 5, { limitPatienceMs: 0 }],
  ['lists for members', (_at, credential) => (credential ? list() : limited(100)), true, 0, 240],
])(
  'a target of nothing but rate limits that %s',
  async (_what, answer, isChecked, from, to, settings = {}) => {
    const found = await reading(answer, settings);
    expect([found.isChecked, found.seconds >= from, found.seconds <= to], String(found.seconds)).toEqual([
      isChecked,
      true,
      true,
    ]);
  },
);
