import { describe, expect, it } from 'vitest';
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
const SLIPPED = because('unstable', 'It slipped.');
const SMALL = because('data', 'The run did not see what this rule needs: more than 30 issues.');

const HELD: CaseResult = { kind: 'held' };
const VIOLATED: CaseResult = { kind: 'violated', violation };
const UNDECIDED: CaseResult = { kind: 'undecided', ...SLIPPED };
const VACUOUS: CaseResult = { kind: 'vacuous', cause: 'data', needs: 'more than 30 issues' };

const findings = (part: Partial<Findings>): Findings => ({ ...NOTHING_FOUND, ...part });
const judged = (part: Partial<Findings>) => verdictOf('required', findings(part));
const why = (part: Partial<Findings>): string => {
  const verdict = judged(part);
  return 'reason' in verdict ? verdict.reason : `no reason, but ${verdict.verdict}`;
};

describe('the verdict of a gating rule', () => {
  it('is skip where a setting is missing, and names it', () => {
    expect(judged({ missing: ['TOKEN'] })).toEqual({
      verdict: 'skip',
      cause: 'setting',
      reason: 'Not tried: set TOKEN.',
    });
  });

  it('is skip and names every setting that is missing', () => {
    expect(why({ missing: ['TOKEN', 'PRIVATE_REPO', 'WRITES=all'] })).toBe(
      'Not tried: set TOKEN and PRIVATE_REPO, and WRITES to all.',
    );
  });

  it('is fail for a confirmed violation, and carries it', () => {
    expect(judged({ results: [HELD, VIOLATED] })).toEqual({ verdict: 'fail', violation });
  });

  it('is inconclusive where the trial was cut short', () => {
    expect(judged({ cutShort: TIME })).toEqual({ verdict: 'inconclusive', ...TIME });
  });

  const by = (caller: 'member' | 'anonymous', query: string) => ({ by: { caller, query } });

  it('is inconclusive if a caller is shown too little by a query that shows enough to another', () => {
    const shown = { ...HELD, ...by('member', 'a') };
    expect(why({ results: [shown, { ...VACUOUS, ...by('anonymous', 'a') }] })).toBe(
      'The run did not see what this rule needs without a credential: more than 30 issues.',
    );
  });

  it('is inconclusive if a caller is only given answers from which nothing follows, though another one is not', () => {
    const refused = { kind: 'vacuous', cause: 'other-rule', needs: 'an answer of 200' } as const;
    const results = [
      { ...HELD, ...by('member', 'a') },
      { ...refused, ...by('anonymous', 'b') },
    ];
    expect(judged({ results })).toMatchObject({ verdict: 'inconclusive', cause: 'other-rule' });
  });

  it('is pass if the query of a caller is refused, unless the same one held for another', () => {
    const refused = {
      kind: 'vacuous',
      cause: 'other-rule',
      needs: 'an answer of 200',
      isRefusal: true,
    } as const;
    const held = { ...HELD, ...by('member', 'a') };
    expect(judged({ results: [held, { ...refused, ...by('anonymous', 'b') }] })).toEqual({ verdict: 'pass' });
    expect(judged({ results: [held, { ...refused, ...by('anonymous', 'a') }] })).toMatchObject({
      verdict: 'inconclusive',
    });
  });

  it('is pass if the data of the target let a case show nothing, whoever asks', () => {
    const results = [
      { ...HELD, ...by('member', 'a') },
      { ...VACUOUS, ...by('member', 'b') },
      { ...VACUOUS, ...by('anonymous', 'b') },
    ];
    expect(judged({ results })).toEqual({ verdict: 'pass' });
  });

  it('is pass if another case of the same caller held', () => {
    const results = [
      { ...HELD, ...by('member', 'a') },
      { ...VACUOUS, ...by('anonymous', 'a') },
      { ...HELD, ...by('anonymous', 'b') },
    ];
    expect(judged({ results })).toEqual({ verdict: 'pass' });
  });

  it('is inconclusive where a precondition does not hold', () => {
    expect(judged({ results: [HELD], unmet: [ALIKE, because('access', 'More.')] })).toEqual({
      verdict: 'inconclusive',
      ...ALIKE,
    });
  });

  it('is inconclusive where one case of many stayed undecided', () => {
    expect(judged({ results: [HELD, UNDECIDED, HELD] })).toEqual({
      verdict: 'inconclusive',
      ...SLIPPED,
    });
  });

  it('is inconclusive where no case could have failed, and says what data it takes', () => {
    expect(why({ results: [VACUOUS, VACUOUS] })).toContain('needs: more than 30 issues');
  });

  it('is inconclusive where nothing was tried at all', () => {
    expect(judged({})).toEqual({
      verdict: 'inconclusive',
      cause: 'unclear',
      reason: 'No case of this rule could be tried.',
    });
  });

  it('is pass where one case could have failed and held', () => {
    expect(judged({ results: [HELD] })).toEqual({ verdict: 'pass' });
  });

  it('is pass where some cases could not have failed and one could', () => {
    expect(judged({ results: [VACUOUS, HELD, VACUOUS] })).toEqual({ verdict: 'pass' });
  });
});

describe('the order of the lines', () => {
  it('puts a missing setting before a violation', () => {
    expect(judged({ missing: ['TOKEN'], results: [VIOLATED] }).verdict).toBe('skip');
  });

  it('puts a violation before the end of the run', () => {
    expect(judged({ results: [VIOLATED], cutShort: TIME }).verdict).toBe('fail');
  });

  it('puts a violation before a precondition and before an undecided case', () => {
    expect(judged({ results: [UNDECIDED, VIOLATED], unmet: [ALIKE] }).verdict).toBe('fail');
  });

  it('puts the end of the run before a precondition', () => {
    expect(why({ cutShort: TIME, unmet: [ALIKE] })).toBe('Time was up.');
  });

  it('never passes a trial that was cut short after a case that held', () => {
    expect(judged({ results: [HELD], cutShort: TIME }).verdict).toBe('inconclusive');
  });

  it('puts a precondition before an undecided case', () => {
    expect(why({ results: [UNDECIDED], unmet: [ALIKE] })).toBe('All is alike.');
  });

  it('puts an undecided case before one that could not have failed', () => {
    expect(why({ results: [VACUOUS, UNDECIDED] })).toBe('It slipped.');
  });
});

describe('the cause of an undecided rule', () => {
  const causeOf = (part: Partial<Findings>) => {
    const verdict = judged(part);
    return 'cause' in verdict ? verdict.cause : verdict.verdict;
  };

  it('is the data that the target lacks, where no case could have failed for want of it', () => {
    expect(judged({ results: [VACUOUS, VACUOUS] })).toEqual({ verdict: 'inconclusive', ...SMALL });
  });

  it('is never the data where anything else was wrong as well, and that is the reason that is given', () => {
    const refused: CaseResult = { kind: 'vacuous', cause: 'other-rule', needs: 'an answer of 200' };
    expect(causeOf({ results: [VACUOUS, refused] })).toBe('other-rule');
    expect(why({ results: [VACUOUS, refused] })).toContain('an answer of 200');
    const small = { kind: 'undecided', ...SMALL } as const;
    expect(judged({ results: [small, UNDECIDED] })).toEqual({ verdict: 'inconclusive', ...SLIPPED });
    expect(causeOf({ results: [small], unmet: [ALIKE] })).toBe('other-rule');
    expect(causeOf({ results: [small], unmet: [SMALL], cutShort: TIME })).toBe('limit');
    expect(causeOf({ results: [UNDECIDED], unmet: [SMALL] })).toBe('unstable');
  });

  it('is what befell the run, if several cases are undecided for several causes', () => {
    const refused: CaseResult = { kind: 'vacuous', cause: 'other-rule', needs: 'an answer of 200' };
    const unanswered = { kind: 'undecided', ...because('unanswered', 'No answer came.') } as const;
    const locked = { kind: 'undecided', ...because('access', 'It is locked.') } as const;
    expect(causeOf({ results: [locked, unanswered] })).toBe('unanswered');
    expect(causeOf({ results: [locked, refused] })).toBe('access');
    expect(causeOf({ results: [], unmet: [ALIKE, because('limit', 'It is too long.')] })).toBe('limit');
  });

  it('is not the data where the target left something unanswered that may have held it', () => {
    const misgiving = because('unanswered', 'But some was not answered.');
    expect(judged({ results: [VACUOUS], misgiving })).toEqual({
      verdict: 'inconclusive',
      cause: 'unanswered',
      reason: `${SMALL.reason} But some was not answered.`,
    });
    expect(judged({ results: [UNDECIDED], misgiving })).toMatchObject(SLIPPED);
    expect(judged({ missing: ['TOKEN'], misgiving })).toMatchObject({ cause: 'setting' });
    expect(judged({ results: [HELD], misgiving })).toEqual({ verdict: 'pass' });
  });
});

describe('the verdict of an observation', () => {
  const observation = { value: 'same', note: 'It is the same.' };
  const observed = (part: Partial<Findings>) => verdictOf('observed', findings(part));

  it('is observed where something was written down', () => {
    expect(observed({ observation })).toEqual({ verdict: 'observed', observation });
  });

  it('is never fail, whatever was recorded', () => {
    expect(observed({ observation, results: [VIOLATED] }).verdict).toBe('observed');
    expect(observed({ results: [VIOLATED] }).verdict).toBe('inconclusive');
  });

  it('is never pass, whatever held', () => {
    expect(observed({ results: [HELD] }).verdict).toBe('inconclusive');
  });

  it('is skip where a setting is missing, though something was written down', () => {
    expect(observed({ observation, missing: ['TOKEN'] }).verdict).toBe('skip');
  });

  it('gives the reason why nothing was written down: the end of the run before a precondition', () => {
    const reasons = [
      observed({ cutShort: TIME, unmet: [ALIKE] }),
      observed({ unmet: [ALIKE] }),
      observed({}),
    ].map((verdict) => ('reason' in verdict ? verdict.reason : ''));
    expect(reasons).toEqual(['Time was up.', 'All is alike.', 'Nothing was there to be observed.']);
  });
});
