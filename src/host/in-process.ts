import type { Rule } from '../engine/rule.ts';
import type { RunSettings, Surroundings } from '../engine/run.ts';
import { groupsOf, Session, type Tried } from '../engine/session.ts';

/** What became of the rules of a run, and what was sent for them. */
export interface TriedAll {
  readonly tried: readonly Tried[];
  readonly requests: number;
  readonly retries: number;
  /** Why the target cannot be checked at all; `null` where it can. */
  readonly unusable: string | null;
}

/** Tries rules in a plain loop, without a test runner: what the tests of this project do with many services. */
export async function tryRules(
  settings: RunSettings,
  rules: readonly Rule[],
  surroundings: Surroundings = {},
): Promise<TriedAll> {
  const session = new Session(settings, surroundings);
  try {
    const tried = new Map<string, Tried>();
    for (const group of groupsOf(rules)) {
      session.begin(group);
      for (const one of await Promise.all(group.rules.map((rule) => session.try(rule))))
        tried.set(one.rule.id, one);
      await session.end(group);
    }
    const { client } = session.run.target;
    return {
      tried: rules.flatMap(({ id }) => tried.get(id) ?? []),
      requests: client.requests,
      retries: client.retries,
      unusable: session.run.unusable,
    };
  } finally {
    await session.close();
  }
}
