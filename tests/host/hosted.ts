// Executed by an inner vitest as a test file: made-up rules, selected by the plan and by name.
import { inject } from 'vitest';
import { broken } from '../../src/checks/broken.ts';
import { hostRules } from '../../src/host/host-rules.ts';
import { ask } from '../../src/model/ask.ts';
import { holds } from '../../src/model/finding.ts';
import type { Case, Rule } from '../../src/model/rule.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Phase } from '../../src/model/words.ts';

const held: Case['check'] = ({ own }) => holds(own);
const violated: Case['check'] = ({ own }) => broken('too-many', 'at most 30', '31', { answers: own });
function throwing(): never {
  throw new Error('a bug of a rule');
}

/** A rule with one case, which asks for the plain list. */
const rule = (id: RuleId, phase: Phase, check: Case['check'] = held): Rule => ({
  id,
  level: 'required',
  statedIn: ['4.1 success status'],
  phase,
  needs: [],
  says: 'It is so.',
  tried: 'It is tried.',
  impact: { general: 'It is bad.' },
  judges: 'status',
  explainedBy: [],
  cases: (run) => [{ name: 'the plain list', own: ask(run.list(run.first)), twins: {}, quick: true, check }],
});

hostRules(inject('conformance'), [
  rule('create.accepted', 'accepting'),
  rule('create.missing-title', 'refusing'),
  rule('create.concurrent', 'creating', throwing),
  rule('list.ok', 'lists'),
  rule('list.per-page.zero', 'lists', violated),
  rule('create.once', 'auditing'),
]);
