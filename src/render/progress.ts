import type { Phase } from '../model/rule-metadata.ts';
import { countOf, sanitise } from '../model/text.ts';
import type { FailureReport } from '../report/model.ts';
import { print } from './runner-commands.ts';

const ACTIVITIES: Readonly<Record<Phase, string>> = {
  accepting: 'creating issues',
  refusing: 'trying creations that must be refused',
  concurrent: 'creating issues concurrently',
  lists: 'reading lists',
  observing: 'observing',
  auditing: 'auditing created and refused issues',
};

interface ProgressState {
  readonly decided: number;
  readonly failed: number;
  readonly requests: number;
  readonly activity?: Phase;
  /** What the run waits for; `null` if it does not wait. */
  readonly waiting?: string | null;
}

const EVERY_MS = 100;
const LINE_EVERY_MS = 30_000;
const CLEAR = '\r\u001b[2K';

/**
 * Shows the progress of a run. A terminal has one line, redrawn at most ten times a second. Elsewhere (CI,
 * pipes, terminals that cannot redraw) a line is printed every 30 seconds.
 *
 * @param total number of gating rules in this run
 * @param now milliseconds of a monotonic clock
 */
export function startProgress(
  stream: { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown },
  total: number,
  { env = process.env, now = () => performance.now() } = {},
) {
  const began = now();
  let state: ProgressState = { decided: 0, failed: 0, requests: 0 };
  const isInCi = !['', '0', 'false'].includes(env['CI'] ?? '');
  const isTerminal = stream.isTTY === true;
  const isDrawn = isTerminal && !isInCi && env['TERM'] !== 'dumb';
  let clear = isDrawn ? CLEAR : '';
  /** Shows `31 of 44 gating rules decided · 2 failures · reading lists · 1,212 requests · 60 s`. */
  const show = (): void => {
    const { decided, failed, requests, activity, waiting } = state;
    const text = [
      `${decided} of ${countOf(total, 'gating rule')} decided`,
      ...(failed === 0 ? [] : [countOf(failed, 'failure')]),
      ...[waiting ?? (activity === undefined ? [] : ACTIVITIES[activity])].flat(),
      // They are counted whenever a rule is decided.
      ...(requests === 0 ? [] : [countOf(requests, 'request')]),
      `${Math.floor((now() - began) / 1000)} s`,
    ].join(' · ');
    // The last column stays free, because some terminals wrap as soon as it is filled.
    const drawn = clear + text.slice(0, (stream.columns || 80) - 1);
    print(stream, isDrawn ? drawn : `issue-conformance: ${text}\n`);
  };
  if (isDrawn) show();
  const timer = setInterval(show, isDrawn ? EVERY_MS : LINE_EVERY_MS).unref();
  const say = (sentence: string): void => print(stream, `${clear}issue-conformance: ${sentence}\n`);
  return {
    /** Updates the state; it is shown the next time the line is drawn. */
    update: (change: Partial<ProgressState>): void => {
      const isNew = typeof change.waiting === 'string' && change.waiting !== state.waiting;
      state = { ...state, ...change };
      if (isNew && !isDrawn) say(change.waiting);
    },
    /** Prints a sentence above the progress; it stays. */
    say,
    /** Prints a failed rule on a terminal, and in CI. */
    tellFailure: (id: string, { expected, actual }: Pick<FailureReport, 'expected' | 'actual'>): void => {
      if (isTerminal || isInCi) say(`${id} failed: ${sanitise(actual)} (expected: ${sanitise(expected)})`);
    },
    /** Removes the progress line, so that later output begins on a clean line. */
    stop: (): void => {
      clearInterval(timer);
      if (clear !== '') stream.write(clear);
      clear = '';
    },
  };
}
