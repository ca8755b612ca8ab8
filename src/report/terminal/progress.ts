import type { Phase } from '../../engine/words.ts';
import { countOf } from '../text.ts';
import { columnsOf, fitted } from '../wrap.ts';
import { print } from './print.ts';

/** What of a terminal is needed: `process.stderr` has it. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** What is done at the moment: a phase of the rules, or the wait before them (WAIT_S). */
export type Activity = Phase | 'wait';

const ACTIVITIES: Readonly<Record<Activity, string>> = {
  wait: 'waiting for the service',
  write: 'writing',
  read: 'reading the list',
  outsider: 'trying without access',
  strangers: 'trying invalid tokens',
  unusual: 'observing',
  end: 'checking what is left',
};

interface ProgressState {
  readonly decided: number;
  /** Rules that failed so far. */
  readonly failed: number;
  readonly requests: number;
  readonly activity?: Activity;
}

export interface Progress {
  /** Takes note of how far the run is; it is shown when the line is next drawn. */
  readonly update: (change: Partial<ProgressState>) => void;
  /** Writes a line for people, which stays. */
  readonly say: (line: string) => void;
  /** Takes the line away. Whatever is written to the terminal afterwards begins on a clean line. */
  readonly stop: () => void;
}

interface ProgressOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

const EVERY_MS = 100;
/** Between two lines where nobody watches. */
const LINE_EVERY_MS = 30_000;
const CLEAR = '\r\u001b[2K';
const BAR = 20;

function isWatched(stream: ProgressStream, { CI = '', TERM }: NonNullable<ProgressOptions['env']>): boolean {
  return stream.isTTY === true && ['', '0', 'false'].includes(CI) && TERM !== 'dumb';
}

function bar(decided: number, total: number): string {
  const share = total > 0 ? Math.min(1, Math.max(0, decided / total)) : 0;
  const full = Math.floor(share * BAR);
  return '█'.repeat(full) + '░'.repeat(BAR - full);
}

/**
 * The line, of at most `width` columns. Where it does not fit, the bar is left out first, then the seconds, words, and the
 * requests; failures and what is done stay as long as they fit.
 */
function lineOf(
  { decided, failed, requests, activity }: ProgressState,
  total: number,
  seconds: number,
  width: number,
): string {
  const long = `${decided} of ${countOf(total, 'rule')} decided`;
  const short = `${decided}/${total}`;
  const failures = failed === 0 ? [] : [countOf(failed, 'failure')];
  const doing = activity === undefined ? [] : [ACTIVITIES[activity]];
  const sent = countOf(requests, 'request');
  const text = (...parts: readonly string[]): string => parts.join(' · ');
  const full = text(long, ...failures, ...doing, sent, `${seconds} s`);
  const lines = [
    `${bar(decided, total)} ${full}`,
    full,
    text(long, ...failures, ...doing, sent),
    text(short, ...failures, ...doing, sent),
    text(short, ...failures, ...doing),
    text(short, ...failures),
  ];
  return lines.find((line) => columnsOf(line) <= width) ?? fitted(lines.at(-1) ?? '', width);
}

/** A line for a log: `issue-conformance: 60 s, reading the list, 31 of 86 rules decided, 2 failures, 1,212 requests`. */
function logLine(
  { decided, failed, requests, activity }: ProgressState,
  total: number,
  seconds: number,
): string {
  const parts = [
    `${seconds} s`,
    ...(activity === undefined ? [] : [ACTIVITIES[activity]]),
    `${decided} of ${countOf(total, 'rule')} decided`,
    countOf(failed, 'failure'),
    countOf(requests, 'request'),
  ];
  return `issue-conformance: ${parts.join(', ')}\n`;
}

/**
 * Shows how far a run is: on one line of a terminal, drawn anew at most ten times a second; where nobody watches (in CI, in a
 * pipe, on a terminal that cannot redraw a line), on a line of its own every 30 seconds, for a log.
 *
 * @param total rules of this run
 */
export function startProgress(
  stream: ProgressStream,
  total: number,
  { env = process.env, now = () => performance.now() }: ProgressOptions = {},
): Progress {
  const began = now();
  const seconds = (): number => Math.floor((now() - began) / 1000);
  let state: ProgressState = { decided: 0, failed: 0, requests: 0 };
  const watched = isWatched(stream, env);
  let drawn = '';
  const draw = (): void => {
    // The last column stays free: some terminals go to the next line as soon as it is filled.
    const width = (stream.columns || 80) - 1;
    const line = lineOf(state, total, seconds(), width);
    if (line === drawn) return;
    stream.write(CLEAR + line);
    drawn = line;
  };
  const log = (): void => {
    stream.write(logLine(state, total, seconds()));
  };
  if (watched) draw();
  const timer = watched ? setInterval(draw, EVERY_MS) : setInterval(log, LINE_EVERY_MS);
  timer.unref();
  let stopped = false;
  return {
    update: (change) => {
      // They are told of in two ways, one of which may be late.
      const requests = Math.max(state.requests, change.requests ?? 0);
      state = { ...state, ...change, requests };
    },
    say: (line) => {
      print(stream, `${watched ? CLEAR : ''}${line}\n`);
      drawn = '';
    },
    stop: () => {
      if (stopped) return;
      stopped = true;
      clearInterval(timer);
      if (watched) stream.write(CLEAR);
    },
  };
}
