import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ProgressStream, startProgress } from '../../src/report/terminal/progress.ts';
import { columnsOf } from '../../src/report/wrap.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const CLEAR = '\r\u001b[2K';

function started({
  isTTY = true,
  columns = 80,
  env = {},
}: Partial<Omit<ProgressStream, 'write'>> & { env?: NodeJS.ProcessEnv } = {}) {
  const written: string[] = [];
  const stream: ProgressStream = { isTTY, columns, write: (text: string) => written.push(text) > 0 };
  return { written, progress: startProgress(stream, 99, { env, now: () => Date.now() }) };
}

it.each([1, 10, 40, 80, 120])('the line of progress fits into %i columns', (columns) => {
  const { written, progress } = started({ columns });
  progress.update({ decided: 31, failed: 2, requests: 1_000_000, activity: 'wait' });
  vi.advanceTimersByTime(3050);
  const line = written.at(-1)?.replace(CLEAR, '') ?? '';
  expect(columnsOf(line)).toBeLessThan(Math.max(columns, 2));
  if (columns >= 40) expect(line).toMatch(/31.*99.* 2 failures/);
  progress.stop();
});

it('the line is drawn at most ten times a second, makes room for sentences, and goes away', () => {
  const { written, progress } = started();
  for (let decided = 1; decided <= 80; decided += 1) {
    progress.update({ decided, requests: decided });
    vi.advanceTimersByTime(10);
  }
  expect(written.length).toBeLessThanOrEqual(9);
  progress.say('waiting');
  expect(written).toContain(`${CLEAR}waiting\n`);
  progress.stop();
  progress.stop();
  expect(written.filter((text) => text === CLEAR)).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ['without a terminal', { isTTY: false }],
  ['in CI', { env: { CI: 'true' } }],
  ['on a terminal that draws no line again', { env: { TERM: 'dumb' } }],
])('progress is a line each 30 seconds %s', (_, kind) => {
  const { written, progress } = started(kind);
  progress.update({ decided: 1, requests: 12 });
  vi.advanceTimersByTime(29_999);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(30_001);
  progress.stop();
  vi.advanceTimersByTime(60_000);
  expect(written).toHaveLength(2);
  expect(written.join('')).not.toContain('\u001b');
});

it.each(['', '0', 'false'])('CI=%j is no CI', (CI) => {
  const { written, progress } = started({ env: { CI } });
  progress.stop();
  expect(written).not.toEqual([]);
});
