import { expect, it } from 'vitest';
import { ruleIds } from '../../src/engine/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { isList } from '../../src/service/request.ts';
import { tryService } from '../support/try-service.ts';

const KEPT_MS = 600;

/** A cache before the service, which keeps each listing for a while, by its address and who asks. */
const cached: Change = (b) => {
  const kept = new Map<string, { readonly at: number; readonly answer: ReturnType<typeof b.around> }>();
  return {
    around: (inner, request) => {
      if (!isList(request)) return b.around(inner, request);
      const now = request.world.clock.date();
      const key = `${request.header('authorization')} ${request.url.href}`;
      const known = kept.get(key);
      if (known !== undefined && now - known.at < KEPT_MS) return known.answer;
      const fresh = { at: now, answer: b.around(inner, request) };
      kept.set(key, fresh);
      return fresh.answer;
    },
  };
};

const gating = ruleIds.filter((id) => !id.startsWith('observed.'));

// A case and its twin are copies of two moments then, and neither of them changes while it is asked for.
it.each(['somebody-creates', 'somebody-creates-seldom', 'somebody-closes', 'somebody-creates-by-the-clock'])(
  'raises no alarm where listings are cached for a while and others write: %s',
  async (variant) => {
    const { tried } = await tryService({ variants: [variant], changes: [cached] }, { only: gating });
    expect(tried.filter(({ verdict }) => verdict.verdict === 'fail').map(({ rule }) => rule.id)).toEqual([]);
  },
);
