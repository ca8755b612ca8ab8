/** A guard, excuse or precondition of the engine that a test build can leave out. */
export interface Guard {
  /** The part of the engine, and what it decides: `confirm.age`. */
  readonly id: string;
  readonly file: string;
  /** An expression of that file. It occurs once in `at`, and `at` once in the file. */
  readonly code: string;
  /** Text around `code` that occurs once; by default, `code` itself does. */
  readonly at?: string;
  /** The expression that takes the place of `code`. It has no effect but its value. */
  readonly without: string;
  /** What it guards against, or excuses. */
  readonly says: string;
  /** Why it stays although the matrix does not need it. */
  readonly stays?: string;
}

/** The guards of one file. */
export const guardsOf = (file: string, some: readonly Omit<Guard, 'file'>[]): Guard[] =>
  some.map((guard) => ({ file, ...guard }));

/** The name of the switches in a test build. */
const SWITCHES = 'globalThis.guardSwitches';

/** What a test build asks and tells while it runs. */
export interface GuardSwitches {
  readonly isOut: (id: string) => boolean;
  /** Notes that a guard was reached, and if it decided anything. @returns the value */
  readonly keep: <T>(id: string, value: T, without: () => T) => T;
}

/** The place of a guard in the text of its file. @throws {Error} if its code does not occur exactly once */
function placeOf({ id, file, code, at = code }: Guard, text: string): { from: number; to: number } {
  const occursOnce = (part: string, whole: string): boolean =>
    whole.includes(part) && whole.indexOf(part) === whole.lastIndexOf(part);
  if (!occursOnce(at, text)) throw new Error(`${id}: ${file} does not hold exactly once: ${at}`);
  if (!occursOnce(code, at)) throw new Error(`${id}: "${at}" does not hold exactly once: ${code}`);
  const from = text.indexOf(at) + at.indexOf(code);
  return { from, to: from + code.length };
}

/**
 * Returns the text of a file with a switch in the place of each guard.
 * @throws {Error} if the code of a guard does not occur exactly once, or two guards overlap
 */
export function withSwitches(text: string, guards: readonly Guard[]): string {
  const places = guards
    .map((guard) => ({ guard, ...placeOf(guard, text) }))
    .toSorted((a, b) => a.from - b.from);
  let [switched, end] = ['', 0];
  for (const { guard, from, to } of places) {
    const { id, code, without } = guard;
    if (from < end) throw new Error(`${id} overlaps the guard before it`);
    const name = JSON.stringify(id);
    switched += text.slice(end, from);
    switched += `(${SWITCHES}.isOut(${name}) ? (${without}) : ${SWITCHES}.keep(${name}, (${code}), () => (${without})))`;
    end = to;
  }
  return switched + text.slice(end);
}
