import { expect } from 'vitest';

/** Units whose repetition provokes a search that restarts at each place or scans to the end. */
export const HOSTILE: readonly string[] = [
  ...'\\"\'`<>&%#:;,.=-+_/|*~^$@!?()[]{} \n\t\r0a1fu\u00a0\u0301\u200d\u202e\u2028\u001b\ud800\udc00é漢😀',
  String.raw`\u`,
  String.raw`\u0`,
  String.raw`\u0067`,
  String.raw`\\/`,
  '%2',
  '%25',
  '%67',
  '&#',
  '&#0',
  '&#103;',
  '&amp;',
  '&amp',
  '<a>;',
  '<a>;rel="',
  '\u001b[0m',
  '::a',
  '##a',
  '--- ',
  'YWFh',
  '61:',
  '\n  ',
  ' \n',
  '"a",',
  '{"a":',
  '[',
  '`a',
  'a1',
  ' a',
  'a.',
  ', ',
];

const LONG = 1_000_000;
/**
 * Milliseconds below which no shorter text is timed: on a busy machine, garbage collection may take half of
 * it.
 */
const QUICK_MS = 600;
/** Maximum growth for a text four times as long: far above linear growth (4), below quadratic growth (16). */
const MAX_GROWTH = 12;
const ATTEMPTS = 5;

function timeOf(run: (text: string) => unknown, text: string): number {
  const began = performance.now();
  run(text);
  return performance.now() - began;
}

/**
 * True if the time of a function grows linearly with its text. It is measured repeatedly, since the machine
 * may be busy.
 */
function growsLinearly(run: (text: string) => unknown, unit: string, mostMs: number): boolean {
  const text = unit.repeat(Math.ceil(LONG / unit.length));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // Quadratic growth already shows in a part of the text, which saves the wait for the whole.
    if (timeOf(run, text.slice(0, LONG / 64)) > mostMs / 16) continue;
    const long = timeOf(run, text);
    if (long <= QUICK_MS) return true;
    if (long <= mostMs && long <= timeOf(run, text.slice(0, LONG / 4)) * MAX_GROWTH) return true;
  }
  return false;
}

/** Expects that the time of a function grows linearly with its text, whatever the text consists of. */
export function expectLinear(run: (text: string) => unknown, mostMs = 5000): void {
  for (const unit of HOSTILE)
    expect(growsLinearly(run, unit, mostMs), `grows like 1 MB of ${JSON.stringify(unit)}`).toBe(true);
}
