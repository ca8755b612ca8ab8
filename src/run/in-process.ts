import type { RuleId } from '../catalogue/index.ts';
import type { RuleReport } from '../report/model.ts';
import type { Rule } from '../trial/rule.ts';
import { phasesOf } from './phases.ts';
import { Session, type SessionSettings, type Tally } from './session.ts';

/** Tries rules in a plain loop, without a test runner: what the tests of this project do with many services. */
export async function tryRules(
  settings: SessionSettings,
  rules: readonly Rule[],
  chosen: readonly RuleId[],
): Promise<{ readonly rules: readonly RuleReport[]; readonly tally: Tally }> {
  const session = new Session(settings);
  try {
    const results: RuleReport[] = [];
    for (const phase of phasesOf(rules, chosen)) {
      results.push(...(await Promise.all(phase.rules.map((rule) => session.try(rule)))));
    }
    const place = new Map(chosen.map((id, index) => [id as string, index]));
    return {
      rules: results.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)),
      tally: session.tally,
    };
  } finally {
    await session.close();
  }
}
