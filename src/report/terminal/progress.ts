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
  readonly requests: number;
  /** What is being tried, where one thing is. */
  readonly current?: string;
}

export interface Progress {
  /** Takes note of how far the run is; it is shown when the line is next drawn. */
  readonly update: (state: ProgressState) => void;
  /** Takes the line away. Whatever is written to the terminal afterwards begins on a clean line. */
  readonly stop: () => void;
}

interface ProgressOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

const EVERY_MS = 100;
const CLEAR = '\r\u001b[2K';
const BAR = 20;

const silent: Progress = { update: () => undefined, stop: () => undefined };

function isWatched(stream: ProgressStream, { CI = '', TERM }: NonNullable<ProgressOptions['env']>): boolean {
  return stream.isTTY === true && ['', '0', 'false'].includes(CI) && TERM !== 'dumb';
}

function bar(decided: number, total: number): string {
  const share = total > 0 ? Math.min(1, Math.max(0, decided / total)) : 0;
  const full = Math.floor(share * BAR);
  return '█'.repeat(full) + '░'.repeat(BAR - full);
}

/** The line, of at most `width` columns: the bar, what is being tried, and then words are left out where they do not fit. */
function lineOf(
  { decided, requests, current }: ProgressState,
  total: number,
  seconds: number,
  width: number,
) {
  const text = `${decided} of ${countOf(total, 'rule')} decided · ${countOf(requests, 'request')} · ${seconds} s`;
  const long = `${bar(decided, total)} ${text}`;
  if (text.length > width)
    return fitted(`${decided}/${total} · ${countOf(requests, 'request')} · ${seconds} s`, width);
  if (long.length > width) return text;
  return current === undefined ? long : fitted(`${long} · ${inert(current)}`, width);
}

/**
 * Shows on one line of a terminal how far a run is, drawn anew at most ten times a second. Shows nothing where nobody
 * watches: in CI, in a pipe, on a terminal that cannot redraw a line.
 *
 * @param total rules of this run
 */
export function startProgress(
  stream: ProgressStream,
  total: number,
  { env = process.env, now = () => performance.now() }: ProgressOptions = {},
): Progress {
  if (!isWatched(stream, env)) return silent;
  const began = now();
  let state: ProgressState = { decided: 0, requests: 0 };
  let drawn = '';
  const draw = (): void => {
    // The last column stays free: some terminals go to the next line as soon as it is filled.
    const width = (stream.columns || 80) - 1;
    const line = lineOf(state, total, Math.floor((now() - began) / 1000), width);
    if (line === drawn) return;
    stream.write(CLEAR + line);
    drawn = line;
  };
  draw();
  const timer = setInterval(draw, EVERY_MS);
  timer.unref();
  let stopped = false;
  return {
    update: (next) => {
      state = next;
    },
    stop: () => {
      if (stopped) return;
      stopped = true;
      clearInterval(timer);
      stream.write(CLEAR);
    },
  };
}
