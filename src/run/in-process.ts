import type { RuleId } from '../catalogue/index.ts';
import type { RuleReport } from '../report/model.ts';
import type { Rule } from '../trial/rule.ts';
import { phasesOf } from './phases.ts';
import { Session, type SessionSettings, type Tally } from './session.ts';

/** What became of the rules, and what was sent for them. */
export interface Tried {
  readonly rules: readonly RuleReport[];
  readonly tally: Tally;
  /** Why the target cannot be checked at all; `null` where it can. */
  readonly unusable: string | null;
}

/** Tries rules in a plain loop, without a test runner: what the tests of this project do with many services. */
export async function tryRules(
  settings: SessionSettings,
  rules: readonly Rule[],
  chosen: readonly RuleId[],
): Promise<Tried> {
  const session = new Session(settings);
  try {
    const reports = new Map<string, RuleReport>();
    for (const { rules: group, again } of phasesOf(rules, chosen, settings)) {
      for (const report of await Promise.all(group.map((rule) => session.try(rule, again))))
        reports.set(report.id, report);
    }
    return {
      rules: chosen.flatMap((id) => reports.get(id) ?? []),
      tally: session.tally,
      unusable: session.unusable,
    };
  } finally {
    await session.close();
  }
}
