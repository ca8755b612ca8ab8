// Executed by an inner vitest as a test file: made-up rules, selected by the plan and by name.
import { inject } from 'vitest';
import { hostRules } from '../../src/host/host-rules.ts';
import type { CaseResult } from '../../src/model/check.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Phase } from '../../src/model/words.ts';
import type { CreationRule } from '../../src/run/rule.ts';
import type { Trial } from '../../src/run/trial.ts';

const HELD: readonly CaseResult[] = [{ kind: 'held' }];
const VIOLATED: readonly CaseResult[] = [
  {
    kind: 'violated',
    violation: {
      kind: 'too-many',
      expected: 'at most 30',
      actual: '31',
      exchanges: [],
      counterexample: {},
      reproduced: { seen: 3, tries: 3 },
    },
  },
];

const rule = (id: RuleId, phase: Phase, part: Partial<CreationRule> = {}): CreationRule => ({
  id,
  level: 'required',
  statedIn: ['4.1 success status'],
  phase,
  needs: [],
  says: 'It is so.',
  tried: 'It is tried.',
  compared: 'by itself',
  seen: '3',
  impact: { general: 'It is bad.' },
  explainedBy: [],
  preconditions: [],
  judges: 'by itself',
  judge: () => Promise.resolve(HELD),
  ...part,
});

/** A rule that holds if its early request was sent. */
function asksEarly(id: RuleId): CreationRule {
  const asked = new Set<Trial>();
  const send = async (t: Trial): Promise<void> => {
    await t.run.target.ask({ repository: t.bed.repository, as: t.as('member'), query: { early: id } });
    asked.add(t);
  };
  return rule(id, 'end', {
    early: { phase: 'write', send },
    judge: async (t) => (asked.has(t) ? HELD : []),
  });
}

function throwing(): never {
  throw new Error('a bug of a rule');
}

const violated = { judge: () => Promise.resolve(VIOLATED) };

hostRules(inject('conformance'), [
  rule('create.accepted', 'write'),
  rule('list.ok', 'read'),
  rule('list.array', 'read', { judge: throwing }),
  rule('list.per-page.zero', 'read', violated),
  rule('list.per-page.huge', 'read', violated),
  asksEarly('create.once'),
  asksEarly('create.listed'),
  rule('create.concurrent', 'end', { early: { phase: 'write', send: throwing } }),
]);
