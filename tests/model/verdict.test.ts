import { expect, it } from 'vitest';
import { because } from '../../src/client/doubt.ts';
import type { CaseResult } from '../../src/model/check.ts';
import { type Findings, NOTHING_FOUND, verdictOf } from '../../src/model/verdict.ts';
import type { ConfirmedViolation } from '../../src/model/violation.ts';

const violation: ConfirmedViolation = {
  kind: 'status',
  expected: '200',
  actual: '404',
  counterexample: {},
  reproduced: { seen: 3, tries: 3 },
  exchanges: [],
};
const TIME = because('limit', 'Time was up.');
const ALIKE = because('other-rule', 'All is alike.');
const SMALL = because('data', 'Too few issues.');

const HELD: CaseResult = { kind: 'held' };
const VIOLATED: CaseResult = { kind: 'violated', violation };
const UNDECIDED: CaseResult = { kind: 'undecided', ...because('unstable', 'It slipped.') };
const LACKING: CaseResult = { kind: 'undecided', ...SMALL };
const LOCKED: CaseResult = { kind: 'undecided', ...because('access', 'It is locked.') };
const UNANSWERED: CaseResult = { kind: 'undecided', ...because('unanswered', 'No answer came.') };
const VACUOUS: CaseResult = { kind: 'vacuous', cause: 'data', needs: 'more than 30 issues' };
const OTHERS: CaseResult = { kind: 'vacuous', cause: 'other-rule', needs: 'an answer of 200' };
const REFUSED = { ...OTHERS, isRefusal: true } as const;
const misgiving = because('unanswered', 'But some was not answered.');

const by = (result: CaseResult, caller: 'member' | 'anonymous', query: string) => ({
  ...result,
  by: { caller, query },
});
const HELD_A = by(HELD, 'member', 'a');

const sayingOf = (level: 'required' | 'observed', part: Partial<Findings>): string => {
  const verdict = verdictOf(level, { ...NOTHING_FOUND, ...part });
  return 'cause' in verdict ? `${verdict.verdict} ${verdict.cause}` : verdict.verdict;
};

it.each<readonly [string, Partial<Findings>, string]>([
  ['nothing was tried', {}, 'inconclusive unclear'],
  ['a case held', { results: [HELD] }, 'pass'],
  ['one held and others could not fail', { results: [VACUOUS, HELD, VACUOUS] }, 'pass'],
  ['none could fail', { results: [VACUOUS, VACUOUS] }, 'inconclusive data'],
  ['one is undecided', { results: [HELD, UNDECIDED, HELD] }, 'inconclusive unstable'],
  ['one is broken', { results: [HELD, VIOLATED] }, 'fail'],
  ['a setting is missing', { missing: ['TOKEN'] }, 'skip setting'],
  ['the run ended', { cutShort: TIME }, 'inconclusive limit'],
  ['a precondition is unmet', { results: [HELD], unmet: [ALIKE] }, 'inconclusive other-rule'],
  // Which goes first.
  ['a setting is missing and one is broken', { missing: ['TOKEN'], results: [VIOLATED] }, 'skip setting'],
  ['one is broken and the run ended', { results: [VIOLATED], cutShort: TIME }, 'fail'],
  ['one is broken and one undecided', { results: [UNDECIDED, VIOLATED], unmet: [ALIKE] }, 'fail'],
  ['the run ended after one held', { results: [HELD], cutShort: TIME }, 'inconclusive limit'],
  ['the run ended with one unmet', { unmet: [ALIKE], cutShort: TIME }, 'inconclusive limit'],
  ['one could not fail and one is undecided', { results: [VACUOUS, UNDECIDED] }, 'inconclusive unstable'],
  // The cause of several.
  ['one lacks data and one another rule', { results: [VACUOUS, OTHERS] }, 'inconclusive other-rule'],
  ['one lacks data and one slipped', { results: [LACKING, UNDECIDED] }, 'inconclusive unstable'],
  ['one lacks data and one is unmet', { results: [LACKING], unmet: [ALIKE] }, 'inconclusive other-rule'],
  [
    'it ended where data is lacking',
    { results: [LACKING], unmet: [SMALL], cutShort: TIME },
    'inconclusive limit',
  ],
  ['one slipped where data is lacking', { results: [UNDECIDED], unmet: [SMALL] }, 'inconclusive unstable'],
  ['one is locked and one unanswered', { results: [LOCKED, UNANSWERED] }, 'inconclusive unanswered'],
  ['one is locked and one refused', { results: [LOCKED, OTHERS] }, 'inconclusive access'],
  ['two are unmet', { unmet: [ALIKE, TIME] }, 'inconclusive limit'],
  ['data may have been left unanswered', { results: [VACUOUS], misgiving }, 'inconclusive unanswered'],
  ['that and one slipped', { results: [UNDECIDED], misgiving }, 'inconclusive unstable'],
  ['that and a setting is missing', { missing: ['TOKEN'], misgiving }, 'skip setting'],
  ['that and one held', { results: [HELD], misgiving }, 'pass'],
  // By caller.
  [
    'another is shown too little by it',
    { results: [HELD_A, by(VACUOUS, 'anonymous', 'a')] },
    'inconclusive data',
  ],
  ['another sees nothing', { results: [HELD_A, by(OTHERS, 'anonymous', 'b')] }, 'inconclusive other-rule'],
  ['another query of another is refused', { results: [HELD_A, by(REFUSED, 'anonymous', 'b')] }, 'pass'],
  [
    'the same query of another is refused',
    { results: [HELD_A, by(REFUSED, 'anonymous', 'a')] },
    'inconclusive other-rule',
  ],
  [
    'the data let a query show nothing, whoever asks',
    { results: [HELD_A, by(VACUOUS, 'member', 'b'), by(VACUOUS, 'anonymous', 'b')] },
    'pass',
  ],
  [
    'another case of the other held',
    { results: [HELD_A, by(VACUOUS, 'anonymous', 'a'), by(HELD, 'anonymous', 'b')] },
    'pass',
  ],
])('a gating rule where %s', (_where, part, expected) => {
  expect(sayingOf('required', part)).toBe(expected);
});

const observation = { value: 'same', note: 'It is the same.' };

it.each<readonly [Partial<Findings>, string]>([
  [{ observation }, 'observed'],
  [{ observation, results: [VIOLATED] }, 'observed'],
  [{ results: [VIOLATED] }, 'inconclusive data'],
  [{ results: [HELD] }, 'inconclusive data'],
  [{ observation, missing: ['TOKEN'] }, 'skip setting'],
  [{ cutShort: TIME, unmet: [ALIKE] }, 'inconclusive limit'],
  [{ unmet: [ALIKE] }, 'inconclusive other-rule'],
])('an observation of %o is %s', (part, expected) => {
  expect(sayingOf('observed', part)).toBe(expected);
});

it('a failed rule carries its violation, and a skipped one names its settings', () => {
  expect(verdictOf('required', { ...NOTHING_FOUND, results: [VIOLATED] })).toEqual({
    verdict: 'fail',
    violation,
  });
  expect(verdictOf('required', { ...NOTHING_FOUND, missing: ['TOKEN', 'WRITES=all'] })).toMatchObject({
    reason: expect.stringMatching(/TOKEN.*WRITES/),
  });
});
