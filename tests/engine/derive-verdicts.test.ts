import { expect, it } from 'vitest';
import { type Cause, type UndecidedReason, undecidedReason } from '../../src/client/undecided-reason.ts';
import { blockedByOthers, byFindings } from '../../src/engine/derive-verdicts.ts';
import { type ConfirmedViolation, inconclusiveFinding } from '../../src/model/finding.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { type Findings, inconclusive, type Result } from '../../src/model/verdict.ts';
import { isGatingRule } from '../../src/observe/observed-rule.ts';
import { rules } from '../../suites/index.ts';

const failure: ConfirmedViolation = {
  kind: 'status',
  expected: '200',
  actual: '404',
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

const by = (result: Result, caller: 'member' | 'anonymous'): Result => ({
  ...result,
  by: { caller, values: {} },
});
const HELD_BY_MEMBER = by(HELD, 'member');

const NOTHING_FOUND: Findings = { missing: [], failure: null, results: [], cutShort: null };
type Part = Partial<Findings> & { readonly unmet?: readonly UndecidedReason[] };
const endOf = ({ unmet = [], ...part }: Part): string => {
  const { verdict } = byFindings({ ...NOTHING_FOUND, ...part }, unmet);
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
  ['it lacks data and ended', { results: [LACKING], unmet: [SMALL], cutShort: TIME }, 'inconclusive limit'],
  ['one slipped where data is lacking', { results: [SLIPPED], unmet: [SMALL] }, 'inconclusive unstable'],
  ['one is locked and one unanswered', { results: [LOCKED, UNANSWERED] }, 'inconclusive unanswered'],
  ['one is locked and one refused', { results: [LOCKED, REFUSED] }, 'inconclusive access'],
  ['it may not pass for two reasons', { unmet: [ALIKE, TIME] }, 'inconclusive limit'],
  // By caller.
  [
    'another caller is shown too little',
    { results: [HELD_BY_MEMBER, by(LACKING, 'anonymous')] },
    'inconclusive data',
  ],
  [
    'no caller is shown enough by other cases',
    { results: [HELD_BY_MEMBER, by(LACKING, 'member'), by(LACKING, 'anonymous')] },
    'inconclusive data',
  ],
  [
    'another case of the other caller held',
    { results: [HELD_BY_MEMBER, by(LACKING, 'anonymous'), by(HELD, 'anonymous')] },
    'pass',
  ],
  [
    'a case of another caller is refused',
    { results: [HELD_BY_MEMBER, by(REFUSED, 'anonymous')] },
    'inconclusive other-rule',
  ],
])('the verdict if %s', (_where, part, expected) => {
  expect(endOf(part)).toBe(expected);
});

it('a failed rule carries its violation, and a skipped one names its settings', () => {
  expect(byFindings({ ...NOTHING_FOUND, failure }, []).verdict).toEqual({
    verdict: 'fail',
    violation: failure,
  });
  expect(byFindings({ ...NOTHING_FOUND, missing: ['TOKEN', 'WRITES=all'] }, []).verdict).toMatchObject({
    reason: expect.stringMatching(/TOKEN.*WRITES/),
  });
});

type Own = Parameters<typeof blockedByOthers>[0] extends ReadonlyMap<RuleId, infer One> ? One : never;
const [A, B, C, D] = [
  'list.ok',
  'list.array',
  'list.page.second',
  'list.page.slices',
] as const satisfies readonly RuleId[];
const open = (blockedBy: readonly RuleId[], cause: Cause = 'other-rule'): Own => ({
  verdict: inconclusive(undecidedReason(cause, 'It was refused.')),
  blockedBy,
  advice: 'Set TOKEN.',
});
const failed = (blockedBy: readonly RuleId[] = [], kind: ConfirmedViolation['kind'] = 'status'): Own => ({
  verdict: { verdict: 'fail', violation: { ...failure, kind } },
  blockedBy,
});
const passed: Own = { verdict: { verdict: 'pass' }, blockedBy: [] };

it.each<readonly [string, Readonly<Partial<Record<RuleId, Own>>>, RuleId | undefined, string]>([
  ['failed first', { [A]: open([B, C, D]), [B]: passed, [C]: failed(), [D]: failed() }, C, 'other-rule'],
  ['ends the chain', { [A]: open([B]), [B]: open([C]), [C]: open([D]), [D]: failed() }, D, 'other-rule'],
  ['ends a chain that leads round', { [A]: open([B]), [B]: open([A, C]), [C]: failed() }, C, 'other-rule'],
  ['is none in a circle', { [A]: open([B]), [B]: open([A]) }, undefined, 'unclear'],
  ['is none while others write', { [A]: { ...open([B]), isWrittenMeanwhile: true } }, undefined, 'unstable'],
  ['is none of another rule', { [A]: open([B, C]), [B]: passed, [D]: failed() }, undefined, 'unclear'],
  ['failed, though data is lacking', { [A]: open([B], 'data'), [B]: failed() }, B, 'other-rule'],
  ['passed, so that data is lacking', { [A]: open([B], 'data'), [B]: passed }, undefined, 'data'],
  ['explains its failure', { [A]: failed([B]), [B]: failed() }, B, 'other-rule'],
  ['explains what explains it', { [A]: failed([B]), [B]: failed([C]), [C]: failed() }, C, 'other-rule'],
  ['cannot explain what one attempt shows', { [A]: failed([B], 'leaked'), [B]: failed() }, undefined, 'fail'],
  ['did not fail itself', { [A]: failed([B]), [B]: open([C]), [C]: failed() }, undefined, 'fail'],
])('a rule is blocked by the one that %s', (_what, own, fixFirst, cause) => {
  const verdict = blockedByOthers(new Map(Object.entries(own) as [RuleId, Own][])).get(A);
  expect(verdict && 'cause' in verdict ? verdict.cause : verdict?.verdict).toBe(cause);
  expect(verdict && 'fixFirst' in verdict ? verdict.fixFirst : undefined).toBe(fixFirst);
  const isAdvised = fixFirst === undefined && cause !== 'fail';
  expect(verdict && 'reason' in verdict && verdict.reason.includes('Set TOKEN.')).toBe(isAdvised);
});

it.each<readonly [string, Readonly<Partial<Record<RuleId, Own>>>, string]>([
  ['passed', { [A]: passed }, 'limit'],
  ['failed', { [A]: failed() }, 'fail'],
  ['failed, though an undecided rule may block it', { [A]: failed([B]), [B]: open([]) }, 'unclear'],
  ['leaked, though an undecided rule may block it', { [A]: failed([B], 'leaked'), [B]: open([]) }, 'fail'],
  ['is undecided', { [A]: open([], 'data') }, 'data'],
])('a rule that %s is judged so where its recording has gaps', (_what, own, expected) => {
  const all = new Map(Object.entries(own) as [RuleId, Own][]);
  const reason = 'The recording has gaps.';
  const verdict = blockedByOthers(all, { gapReason: reason, lackReason: reason }).get(A);
  expect(verdict && 'cause' in verdict ? verdict.cause : verdict?.verdict).toBe(expected);
});

it('the rules that may explain another one are gating rules, named once, and never explained by it in turn', () => {
  const left = new Map(rules.flatMap((rule) => (isGatingRule(rule) ? [[rule.id, rule.blockedBy]] : [])));
  for (const blockedBy of left.values()) {
    expect([...left.keys()]).toEqual(expect.arrayContaining([...blockedBy]));
    expect(new Set(blockedBy).size).toBe(blockedBy.length);
  }
  // Each round takes the rules that no other one may explain any more.
  const isFree = (id: RuleId): boolean => left.get(id)?.every((other) => !left.has(other)) === true;
  for (let free = [...left.keys()]; free.length > 0; free = [...left.keys()].filter(isFree))
    for (const id of free.filter(isFree)) left.delete(id);
  expect([...left.keys()]).toEqual([]);
});
