import type { Exchange } from '../../target/exchange.ts';
import type { CaseResult } from '../probe.ts';
import type { Sight } from '../sight.ts';
import type { Trial } from '../trial.ts';
import type { Submission } from '../writer.ts';

/** Payloads that must be refused and have no room for a marker, or none that a record need show. */
const NAMELESS: readonly { readonly shown: string; readonly payload: Submission['payload'] }[] = [
  { shown: '{"body": "…"}', payload: (_title, marker) => ({ body: marker }) },
  { shown: '{}', payload: () => ({}) },
  { shown: '{"title": null}', payload: () => ({ title: null }) },
  { shown: '{"title": 42}', payload: () => ({ title: 42 }) },
  { shown: '[]', payload: () => [] },
  { shown: 'null', payload: () => null },
];
/** Requests of one kind that are sent at once: as many new issues is more than others are likely to create meanwhile. */
const AT_ONCE = 4;

/**
 * Issues without a trace of the request that made them. New issues that are not this run's are a suspicion; refused
 * payloads of one kind, sent again several at once and with nothing else in flight, have to bring as many of them, twice.
 */
export async function namelessEffects(t: Trial): Promise<CaseResult | null> {
  const { finder, asker } = t.context;
  if (!t.survey.isDistinct || !t.knewAllAtFirst || t.knownAtFirst.length === 0) return null;
  const unmarked = (later: Sight, earlier: ReadonlySet<string>) =>
    [...later.seen].filter(([key, marker]) => marker === undefined && !earlier.has(key)).length;
  if (unmarked(await finder.view([]), new Set(t.knownAtFirst)) === 0) return null;
  for (const { shown, payload } of NAMELESS) {
    let seen = 0;
    let exchanges: readonly Exchange[] = [];
    for (let round = 0; round < 2 && seen === round; round += 1) {
      const fresh = await asker.alone(async () => {
        const before = await finder.viewAnew([]);
        exchanges = await Promise.all(
          Array.from({ length: AT_ONCE }, () =>
            t.submit({ repository: t.premises.repository, as: t.as('member'), payload }),
          ),
        );
        return unmarked(await finder.viewAnew([]), new Set(before.seen.keys()));
      });
      const refused = exchanges.filter(
        ({ response }) => response !== null && response.status >= 400 && response.status < 500,
      );
      if (refused.length === AT_ONCE && fresh >= AT_ONCE) seen += 1;
    }
    if (seen < 2) continue;
    return {
      kind: 'violated',
      violation: {
        expected: 'no new issue in the list after requests that were refused',
        actual: `${AT_ONCE} new issues in the list after ${AT_ONCE} requests that were refused`,
        counterexample: { payload: shown },
        reproduced: '2 of 2',
        exchanges: exchanges.slice(0, 2),
      },
    };
  }
  return null;
}
