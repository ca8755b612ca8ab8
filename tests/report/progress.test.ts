import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ProgressStream, startProgress } from '../../src/report/terminal/progress.ts';
import { columnsOf } from '../../src/report/wrap.ts';

class Terminal implements ProgressStream {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly written: string[] = [];

  constructor({ isTTY = true, columns = 80 } = {}) {
    this.isTTY = isTTY;
    this.columns = columns;
  }

  write(text: string): boolean {
    this.written.push(text);
    return true;
  }

  /** The visible text of the line. */
  get line(): string {
    return (this.written.at(-1) ?? '').replace('\r\u001b[2K', '');
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const env = { TERM: 'xterm' };
/** Any number of rules. */
const TOTAL = 99;
const started = (terminal: Terminal, total = TOTAL) =>
  startProgress(terminal, total, { env, now: () => Date.now() });

describe('progress', () => {
  it('says how many rules are decided, what was sent and how long it took', () => {
    const terminal = new Terminal({ columns: 100 });
    const progress = started(terminal);
    progress.update({ decided: 31, requests: 1212, activity: 'read' });
    vi.advanceTimersByTime(3050);
    expect(terminal.line).toBe(
      `██████░░░░░░░░░░░░░░ 31 of ${TOTAL} rules decided · reading the list · 1,212 requests · 3 s`,
    );
    progress.stop();
  });

  it.each([
    [
      100,
      `██████░░░░░░░░░░░░░░ 31 of ${TOTAL} rules decided · 2 failures · reading the list · 1,212 requests · 3 s`,
    ],
    [80, `31 of ${TOTAL} rules decided · 2 failures · reading the list · 1,212 requests · 3 s`],
    [75, `31 of ${TOTAL} rules decided · 2 failures · reading the list · 1,212 requests`],
    [60, `31/${TOTAL} · 2 failures · reading the list · 1,212 requests`],
    [40, `31/${TOTAL} · 2 failures · reading the list`],
    [30, `31/${TOTAL} · 2 failures`],
    [10, `31/${TOTAL} ·…`],
  ])('shows failures and what is done as long as they fit on %i columns', (columns, line) => {
    const terminal = new Terminal({ columns });
    const progress = started(terminal);
    progress.update({ decided: 31, failed: 2, requests: 1212, activity: 'read' });
    vi.advanceTimersByTime(3050);
    expect(terminal.line).toBe(line);
    progress.stop();
  });

  it('draws at most ten times a second, and the newest state', () => {
    const terminal = new Terminal();
    const progress = started(terminal);
    for (let decided = 1; decided <= 80; decided += 1) {
      progress.update({ decided, requests: decided });
      vi.advanceTimersByTime(10);
    }
    expect(terminal.written.length).toBeLessThanOrEqual(9);
    vi.advanceTimersByTime(100);
    expect(terminal.line).toContain(`80 of ${TOTAL}`);
    progress.stop();
  });

  it('does not draw again what has not changed', () => {
    const terminal = new Terminal();
    const progress = started(terminal);
    vi.advanceTimersByTime(950);
    expect(terminal.written).toHaveLength(1);
    progress.stop();
  });

  it('is never longer than the line', () => {
    for (const columns of [1, 10, 40, 60, 80, 120]) {
      const terminal = new Terminal({ columns });
      const progress = started(terminal);
      progress.update({ decided: 100, requests: 1_000_000, failed: TOTAL, activity: 'wait' });
      vi.advanceTimersByTime(100);
      expect(columnsOf(terminal.line)).toBeLessThan(Math.max(columns, 2));
      progress.stop();
    }
  });

  it('takes its line away, once, and draws no more', () => {
    const terminal = new Terminal();
    const progress = started(terminal);
    progress.stop();
    progress.stop();
    vi.advanceTimersByTime(5000);
    expect(terminal.written).toHaveLength(2);
    expect(terminal.written.at(-1)).toBe('\r\u001b[2K');
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['where no terminal is', { isTTY: false }, env],
    ['in CI', {}, { CI: 'true' }],
    ['in CI', {}, { CI: '1' }],
    ['on a terminal that cannot redraw a line', {}, { TERM: 'dumb' }],
  ])('shows a line every 30 seconds, and nothing before, %s', (_, kind, where) => {
    const terminal = new Terminal(kind);
    const progress = startProgress(terminal, TOTAL, { env: where, now: () => Date.now() });
    progress.update({ decided: 1, requests: 12 });
    vi.advanceTimersByTime(29_999);
    expect(terminal.written).toEqual([]);
    vi.advanceTimersByTime(1);
    progress.update({ activity: 'read', requests: 1212 });
    progress.update({ decided: 31, failed: 2, requests: 1200 });
    vi.advanceTimersByTime(30_000);
    progress.stop();
    vi.advanceTimersByTime(60_000);
    expect(terminal.written).toEqual([
      `issue-conformance: 30 s, 1 of ${TOTAL} rules decided, 0 failures, 12 requests\n`,
      `issue-conformance: 60 s, reading the list, 31 of ${TOTAL} rules decided, 2 failures, 1,212 requests\n`,
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets a sentence stand, and draws its line below', () => {
    const terminal = new Terminal();
    const progress = started(terminal);
    progress.say('waiting');
    vi.advanceTimersByTime(100);
    expect(terminal.written.slice(1)).toEqual(['\r\u001b[2Kwaiting\n', terminal.written[0]]);
    progress.stop();
    const log = new Terminal({ isTTY: false });
    const logged = startProgress(log, TOTAL, { env });
    logged.say('waiting');
    logged.stop();
    expect(log.written).toEqual(['waiting\n']);
  });

  it.each(['', '0', 'false'])('takes CI=%j for no CI', (CI) => {
    const terminal = new Terminal();
    startProgress(terminal, TOTAL, { env: { CI } }).stop();
    expect(terminal.written).not.toEqual([]);
  });

  it('says that nothing is to be done without dividing by it', () => {
    const terminal = new Terminal();
    started(terminal, 0).stop();
    expect(terminal.written[0]).toContain('0 of 0 rules decided');
  });
});
