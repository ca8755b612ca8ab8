import { expect, it } from 'vitest';
import { type UndecidedReason, undecidedReason } from '../../src/client/undecided-reason.ts';
import { inconclusiveFinding } from '../../src/model/finding.ts';
import { type Findings, type Result, verdictOf } from '../../src/model/verdict.ts';
import type { ConfirmedViolation } from '../../src/model/violation.ts';

const failure: ConfirmedViolation = {
  kind: 'status',
  expected: '200',
  actual: '404',
  case: 'the plain list',
  counterexample: {},
  reproduced: { seen: 3, tries: 3 },
  isAfterWrites: false,
  exchanges: [],
};
const TIME = undecidedReason('limit', 'Time was up.');
const ALIKE = undecidedReason('other-rule', 'All is alike.');
const SMALL = undecidedReason('data', 'Too few issues.');

const of = (finding: Result['finding']): Result => ({ finding, by: null });
const HELD = of({ is: 'holds' });
const SLIPPED = of(inconclusiveFinding('unstable', 'It slipped.'));
const LACKING = of(inconclusiveFinding('data', 'more than 30 issues'));
const REFUSED = of(inconclusiveFinding('other-rule', 'It was refused.'));
const LOCKED = of(inconclusiveFinding('access', 'It is locked.'));
const UNANSWERED = of(inconclusiveFinding('unanswered', 'No answer came.'));

const by = (result: Result, caller: 'member' | 'anonymous', query: string): Result => ({
  ...result,
  by: { caller, query, values: {} },
});
const HELD_A = by(HELD, 'member', 'a');

const NOTHING_FOUND: Findings = { missing: [], failure: null, results: [], cutShort: null };
type Part = Partial<Findings> & { readonly unmet?: readonly UndecidedReason[] };
const endOf = ({ unmet = [], ...part }: Part): string => {
  const verdict = verdictOf({ ...NOTHING_FOUND, ...part }, unmet);
  return 'cause' in verdict ? `${verdict.verdict} ${verdict.cause}` : verdict.verdict;
};

it.each<readonly [string, Part, string]>([
  ['nothing was tried', {}, 'inconclusive unclear'],
  ['a case held', { results: [HELD] }, 'pass'],
  ['one held and others could not fail', { results: [LACKING, HELD, LACKING] }, 'pass'],
  ['none could fail', { results: [LACKING, LACKING] }, 'inconclusive data'],
  ['one is undecided', { results: [HELD, SLIPPED, HELD] }, 'inconclusive unstable'],
  ['one is broken', { results: [HELD], failure }, 'fail'],
  ['a setting is missing', { missing: ['TOKEN'] }, 'skip setting'],
  ['the run ended', { cutShort: TIME }, 'inconclusive limit'],
  ['it may not pass', { results: [HELD], unmet: [ALIKE] }, 'inconclusive other-rule'],
  // Which goes first.
  ['a setting is missing and one is broken', { missing: ['TOKEN'], failure }, 'skip setting'],
  ['one is broken and the run ended', { failure, cutShort: TIME }, 'fail'],
  ['one is broken and one undecided', { results: [SLIPPED], failure, unmet: [ALIKE] }, 'fail'],
  ['the run ended after one held', { results: [HELD], cutShort: TIME }, 'inconclusive limit'],
  ['the run ended and it may not pass', { unmet: [ALIKE], cutShort: TIME }, 'inconclusive limit'],
  ['it may not pass and one slipped', { results: [SLIPPED], unmet: [ALIKE] }, 'inconclusive other-rule'],
  ['one could not fail and one slipped', { results: [LACKING, SLIPPED] }, 'inconclusive unstable'],
  // The cause of several.
  ['one lacks data and one another rule', { results: [LACKING, REFUSED] }, 'inconclusive other-rule'],
  ['one lacks data and it may not pass', { results: [LACKING], unmet: [ALIKE] }, 'inconclusive other-rule'],
  [
    'all lack data and it ended',
    { results: [LACKING], unmet: [SMALL], cutShort: TIME },
    'inconclusive limit',
  ],
  ['one slipped where data is lacking', { results: [SLIPPED], unmet: [SMALL] }, 'inconclusive unstable'],
  ['one is locked and one unanswered', { results: [LOCKED, UNANSWERED] }, 'inconclusive unanswered'],
  ['one is locked and one refused', { results: [LOCKED, REFUSED] }, 'inconclusive access'],
  ['it may not pass for two reasons', { unmet: [ALIKE, TIME] }, 'inconclusive limit'],
  // By caller.
  [
    'another caller is shown too little by the same query',
    { results: [HELD_A, by(LACKING, 'anonymous', 'a')] },
    'inconclusive data',
  ],
  [
    'no query of another caller could show anything',
    { results: [HELD_A, by(LACKING, 'member', 'b'), by(LACKING, 'anonymous', 'b')] },
    'inconclusive data',
  ],
  [
    'another case of the other caller held',
    { results: [HELD_A, by(LACKING, 'anonymous', 'a'), by(HELD, 'anonymous', 'b')] },
    'pass',
  ],
  [
    'another query of another caller is refused',
    { results: [HELD_A, by(REFUSED, 'anonymous', 'b')] },
    'inconclusive other-rule',
  ],
])('the verdict if %s', (_where, part, expected) => {
  expect(endOf(part)).toBe(expected);
});

it('a failed rule carries its violation, and a skipped one names its settings', () => {
  expect(verdictOf({ ...NOTHING_FOUND, failure }, [])).toEqual({ verdict: 'fail', violation: failure });
  expect(verdictOf({ ...NOTHING_FOUND, missing: ['TOKEN', 'WRITES=all'] }, [])).toMatchObject({
    reason: expect.stringMatching(/TOKEN.*WRITES/),
  });
});
