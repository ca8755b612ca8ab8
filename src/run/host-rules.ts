import { BroadcastChannel } from 'node:worker_threads';
import { afterAll, describe, test } from 'vitest';
import { cardText } from '../report/card.ts';
import type { RuleReport } from '../report/model.ts';
import type { Rule } from '../trial/rule.ts';
import { phasesOf } from './phases.ts';
import type { RunPlan, StopMessage } from './plan.ts';
import { newRunId } from './run-id.ts';
import { Session } from './session.ts';

/** A rule that failed, as the test runner shows it: the card, without a stack that leads nowhere. */
class RuleViolated extends Error {
  override readonly name = 'RuleViolated';

  constructor(report: RuleReport) {
    const message = cardText(report);
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}

/**
 * Registers the rules of a plan as tests of vitest, one a rule, named by its id. A failed rule fails its test; one that
 * is undecided skips it with the reason.
 */
export function hostRules(plan: RunPlan, rules: readonly Rule[]): void {
  const runId = newRunId();
  const session = new Session({ ...plan.session, runId });
  const channel = new BroadcastChannel(plan.channel);
  channel.onmessage = (message) => {
    const { stop } = (message as { data: StopMessage }).data;
    session.stop(stop);
  };
  channel.unref();
  for (const { name, rules: group, again } of phasesOf(rules, plan.rules, plan.session)) {
    describe(name, () => {
      for (const rule of group) {
        test.concurrent(rule.id, { meta: { rule: rule.id }, timeout: 0 }, async ({ task, skip }) => {
          const report = await session.try(rule, again);
          task.meta.tried = { report, runId, tally: session.tally, unusable: session.unusable };
          if (report.verdict === 'fail') throw new RuleViolated(report);
          if (report.verdict === 'inconclusive' || report.verdict === 'skip') skip(report.reason);
        });
      }
    });
  }
  afterAll(async () => {
    channel.close();
    await session.close();
  });
}
