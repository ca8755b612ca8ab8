import { expect } from 'vitest';

/** What makes searches begin anew at each place, or look ahead to the end: repeated as often as a text has room. */
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
/** A text that takes so little is not compared with a shorter one: collecting garbage alone may take half of it on a busy machine. */
const QUICK_MS = 600;
/** Far more than four times as long a text may take, and less than the sixteen times of what grows by the square. */
const MOST_GROWTH = 12;
const ATTEMPTS = 5;

function timeOf(run: (text: string) => unknown, text: string): number {
  const began = performance.now();
  run(text);
  return performance.now() - began;
}

/** Whether the time of a function on so long a text grows like the text: a busy machine is asked again. */
function growsLinearly(run: (text: string) => unknown, unit: string, mostMs: number): boolean {
  const text = unit.repeat(Math.ceil(LONG / unit.length));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // What grows by the square shows in a part, and need not be waited for.
    if (timeOf(run, text.slice(0, LONG / 64)) > mostMs / 16) continue;
    const long = timeOf(run, text);
    if (long <= QUICK_MS) return true;
    if (long <= mostMs && long <= timeOf(run, text.slice(0, LONG / 4)) * MOST_GROWTH) return true;
  }
  return false;
}

/** Expects that the time of a function grows with its text and no faster, whatever that is made of. */
export function expectLinear(run: (text: string) => unknown, mostMs = 5000): void {
  for (const unit of HOSTILE)
    expect(growsLinearly(run, unit, mostMs), `grows like 1 MB of ${JSON.stringify(unit)}`).toBe(true);
}
