import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startProgress } from '../../src/render/progress.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const CLEAR = '\r\u001b[2K';

function started(columns: number, env: NodeJS.ProcessEnv = {}, isTTY = true) {
  const written: string[] = [];
  const stream: Parameters<typeof startProgress>[0] = {
    isTTY,
    columns,
    write: (text: string) => written.push(text) > 0,
  };
  return { written, progress: startProgress(stream, 99, { env, now: () => Date.now() }) };
}

it.each([2, 40, 120])('progress is one line of %i columns that goes away', (columns) => {
  const { written, progress } = started(columns, { CI: 'false' });
  progress.update({ decided: 31, failed: 2, requests: 1_000_000, activity: 'auditing' });
  vi.advanceTimersByTime(3050);
  expect(written.at(-1)?.replace(CLEAR, '').length).toBeLessThan(Math.max(columns, 2));
  progress.say('waiting');
  progress.stop();
  progress.stop();
  expect(written).toContain(`${CLEAR}issue-conformance: waiting\n`);
  expect(written.filter((text) => text === CLEAR)).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ['without a terminal', {}, false],
  ['in CI', { CI: 'true' }, true],
  ['on a terminal that draws no line again', { TERM: 'dumb' }, true],
])('progress is a line each 30 seconds %s', (_, env, isTTY) => {
  const { written, progress } = started(80, env, isTTY);
  vi.advanceTimersByTime(60_000);
  progress.update({ waiting: 'waiting 7 s' });
  progress.update({ waiting: null });
  progress.tellFailure('list.ok', { actual: '500', expected: '200' });
  progress.stop();
  vi.advanceTimersByTime(60_000);
  expect(written).toHaveLength(isTTY ? 4 : 3);
  expect(written[2]).toContain('waiting 7 s');
  expect(written.join('')).not.toContain('\u001b');
});
