import { countOf } from '../count-of.ts';
import { inert } from '../inert.ts';
import { fitted } from './columns.ts';

/** What of a terminal is needed: `process.stderr` has it. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

interface ProgressState {
  readonly decided: number;
  /** Rules that failed so far. */
  readonly failed: number;
  readonly requests: number;
  /** What is done at the moment. */
  readonly phase?: string;
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

/** The line, of at most `width` columns: the bar, what is done, and then words are left out where they do not fit. */
function lineOf({ decided, requests, phase }: ProgressState, total: number, seconds: number, width: number) {
  const text = `${decided} of ${countOf(total, 'rule')} decided · ${countOf(requests, 'request')} · ${seconds} s`;
  const long = `${bar(decided, total)} ${text}`;
  if (text.length > width)
    return fitted(`${decided}/${total} · ${countOf(requests, 'request')} · ${seconds} s`, width);
  if (long.length > width) return text;
  return phase === undefined ? long : fitted(`${long} · ${inert(phase)}`, width);
}

/** A line for a log: `issue-conformance: 60 s, phase read, 31 of 86 rules decided, 2 failures, 1,212 requests`. */
function logLine(
  { decided, failed, requests, phase }: ProgressState,
  total: number,
  seconds: number,
): string {
  const parts = [
    `${seconds} s`,
    ...(phase === undefined ? [] : [inert(phase)]),
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
      stream.write(`${watched ? CLEAR : ''}${line}\n`);
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
