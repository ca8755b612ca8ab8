import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { attemptsFor, KINDS } from '../../src/model/violation-kinds.ts';

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

it.each([
  ['status', { isFlaky: true }, 10],
  ['wrong-order', { hasQuota: true }, 6],
  ['wrong-order', { isFlaky: true, hasQuota: true }, 10],
  ['status', { mayBeLimit: true }, 6],
] as const)('%s, if it is %j, takes %s attempts', (kind, moment, wanted) => {
  expect(attemptsFor(kind, { isFlaky: false, hasQuota: false, mayBeLimit: false, ...moment })).toBe(wanted);
});

const [few, many] = [KINDS.status.attempts, KINDS['wrong-order'].attempts];
const [inFew, inMany] = [WORDS[few], WORDS[many]];

it.each([`show in ${inFew} more attempts (\`${few} of ${few}\`)`, `a wrong order in ${inMany};`])(
  'the README says how many attempts it takes: %s',
  async (words) => {
    const text = (await readFile('README.md', 'utf8')).replaceAll(/\s+/g, ' ');
    expect(text, 'it has another number than src/model/violation-kinds.ts').toContain(words);
  },
);
