import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { columnsOf } from '../../src/report/terminal/columns.ts';
import { type ProgressStream, startProgress } from '../../src/report/terminal/progress.ts';

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

  /** What stands on the line. */
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
const started = (terminal: Terminal, total = 86) =>
  startProgress(terminal, total, { env, now: () => Date.now() });

describe('progress', () => {
  it('says how many rules are decided, what was sent and how long it took', () => {
    const terminal = new Terminal({ columns: 100 });
    const progress = started(terminal);
    progress.update({ decided: 31, requests: 1212, current: 'list.page.second' });
    vi.advanceTimersByTime(3050);
    expect(terminal.line).toBe(
      '███████░░░░░░░░░░░░░ 31 of 86 rules decided · 1,212 requests · 3 s · list.page.second',
    );
    progress.stop();
  });

  it.each([
    [60, '31 of 86 rules decided · 1,212 requests · 3 s'],
    [40, '31/86 · 1,212 requests · 3 s'],
  ])('leaves out words and not numbers on a line of %i columns', (columns, line) => {
    const terminal = new Terminal({ columns });
    const progress = started(terminal);
    progress.update({ decided: 31, requests: 1212, current: 'list.page.second' });
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
    expect(terminal.line).toContain('80 of 86');
    progress.stop();
  });

  it('does not draw again what has not changed', () => {
    const terminal = new Terminal();
    const progress = started(terminal);
    vi.advanceTimersByTime(950);
    expect(terminal.written).toHaveLength(1);
    progress.stop();
  });

  it('is never longer than the line, and has no control character in it', () => {
    for (const columns of [1, 10, 40, 60, 80, 120]) {
      const terminal = new Terminal({ columns });
      const progress = started(terminal);
      progress.update({ decided: 100, requests: 1_000_000, current: `\u001b[31m\n${'x'.repeat(200)}` });
      vi.advanceTimersByTime(100);
      expect(columnsOf(terminal.line)).toBeLessThan(Math.max(columns, 2));
      expect(terminal.line).not.toMatch(/\p{Cc}/u);
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
  ])('shows nothing %s', (_, kind, where) => {
    const terminal = new Terminal(kind);
    const progress = startProgress(terminal, 86, { env: where });
    progress.update({ decided: 1, requests: 1 });
    vi.advanceTimersByTime(1000);
    progress.stop();
    expect(terminal.written).toEqual([]);
  });

  it.each(['', '0', 'false'])('takes CI=%j for no CI', (CI) => {
    const terminal = new Terminal();
    startProgress(terminal, 86, { env: { CI } }).stop();
    expect(terminal.written).not.toEqual([]);
  });

  it('says that nothing is to be done without dividing by it', () => {
    const terminal = new Terminal();
    started(terminal, 0).stop();
    expect(terminal.written[0]).toContain('0 of 0 rules decided');
  });
});
