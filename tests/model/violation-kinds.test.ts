import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { attemptsFor, KINDS } from '../../src/model/violation-kinds.ts';

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

it.each([
  ['status', true, false, 10],
  ['wrong-order', false, true, 6],
  ['wrong-order', true, true, 10],
] as const)('%s, flaky %s, with a quota %s, takes %s attempts', (kind, isFlaky, hasQuota, wanted) => {
  expect(attemptsFor(kind, { isFlaky, hasQuota, mayBeLimit: false })).toBe(wanted);
});

it('a status that may come from a limit takes more attempts than another', () => {
  expect(attemptsFor('status', { isFlaky: false, hasQuota: false, mayBeLimit: true })).toBe(6);
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
