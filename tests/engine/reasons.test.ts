import { describe, expect, it } from 'vitest';
import type { Injected } from '../../proof/injected.ts';
import { type RuleId, ruleIds } from '../../src/model/rule-ids.ts';
import type { RunSettings } from '../../src/run/run-settings.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { fixture } from '../../src/service/fixture.ts';
import { settingsFor, tryService } from '../support/try-service.ts';
import { jsonAnswer } from './trying.ts';

/** Answers some requests with a status from the first on, or from one of them on. */
const refusing =
  (
    status: number,
    isRefused: (method: string, credential: string | undefined, ordinal: number) => boolean,
  ): Change =>
  (b) => ({
    around: async (inner, request) =>
      isRefused(request.method, request.header('authorization'), request.ordinal)
        ? jsonAnswer(status, {}, status === 429 ? { 'retry-after': '360000' } : {})
        : b.around(inner, request),
  });

/** Services of which many rules cannot be decided, each for another reason. */
const SERVICES: Readonly<Record<string, Injected>> = {
  'is well': {},
  'holds few issues': { issues: 3 },
  'limits its callers from the start': { changes: [refusing(429, () => true)] },
  'limits its callers after a while': { changes: [refusing(429, (_method, _as, ordinal) => ordinal > 25)] },
  'limits those who have no credential': { changes: [refusing(429, (_method, as) => as === undefined)] },
  'wraps its lists': { faults: ['answer-wrapped'] },
  'creates everything twice': { faults: ['create-twice'] },
  'loses what is created': { faults: ['create-stores-nothing'] },
  'has no order': { faults: ['page-unstable-ties'] },
  'takes any token for valid': { faults: ['token-never-checked'] },
  'refuses every creation': { changes: [refusing(403, (method) => method === 'POST')] },
  'refuses every creation with 422': { changes: [refusing(422, (method) => method === 'POST')] },
  'accepts every creation': { changes: [refusing(201, (method) => method === 'POST')] },
  'refuses strangers': { changes: [refusing(401, (_method, as) => as === undefined)] },
  'refuses everybody': { changes: [refusing(401, () => true)] },
};

const { memberToken: token, outsiderToken } = fixture;
const all = settingsFor({ ...fixture, token, outsiderToken }, 'http://service.test').bed;

/** What somebody may have set. */
const SETTINGS: Readonly<Record<string, Partial<RunSettings>>> = {
  nothing: {
    bed: { ...all, token: undefined, outsiderToken: undefined, privateRepository: undefined },
    writes: 'none',
  },
  'all but creations': { writes: 'rejected' },
  everything: {},
};

/** What a reason says of a setting, and whether that can be of use to somebody who has set these. */
const ADVICE: readonly (readonly [RegExp, (given: Pick<RunSettings, 'bed' | 'writes'>) => boolean])[] = [
  [/WRITES=all|\bset\b[^.;]*WRITES to all/, ({ writes }) => writes !== 'all'],
  [/\bset\b[^.;]*WRITES to rejected or all/, ({ writes }) => writes === 'none'],
  [/\bset\b[^.;]*(?<!_)\bTOKEN\b/, ({ bed }) => bed.token === undefined],
  [/\bset\b[^.;]*OUTSIDER_TOKEN/, ({ bed }) => bed.outsiderToken === undefined],
  [/\bset\b[^.;]*PRIVATE_REPO/, ({ bed }) => bed.privateRepository === undefined],
  [/\b(?:check|use)\b[^.;]*(?<!_)\bTOKEN\b/, ({ bed }) => bed.token !== undefined],
  [/\b(?:check|use)\b[^.;]*OUTSIDER_TOKEN/, ({ bed }) => bed.outsiderToken !== undefined],
  [/\b(?:check|use)\b[^.;]*PRIVATE_REPO/, ({ bed }) => bed.privateRepository !== undefined],
];

/** Rules that a reason wants to have fixed first. */
function toBeFixed(reason: string): readonly RuleId[] {
  const [, named = ''] = /\bfix (.*?) first\b/.exec(reason) ?? [];
  return ruleIds.filter((id) => named.split(/[\s,]+/).includes(id));
}

describe('the reason why a rule is not decided', () => {
  for (const [service, options] of Object.entries(SERVICES)) {
    for (const [given, settings] of Object.entries(SETTINGS)) {
      it(`is true of this run, for a service that ${service}, with ${given} set`, async () => {
        const { tried, verdictOf } = await tryService(options, { profile: 'quick', ...settings });
        const run = { bed: all, writes: 'all', ...settings } as const;
        for (const { rule, verdict } of tried) {
          if (!('reason' in verdict)) continue;
          const { reason } = verdict;
          expect(reason, rule.id).toMatch(/^(?:[A-Z]|http:).*\.$/s);
          for (const [advice, isOfUse] of ADVICE)
            if (advice.test(reason)) expect(isOfUse(run), `${rule.id}: ${reason}`).toBe(true);
          for (const named of toBeFixed(reason))
            expect(verdictOf(named), `${rule.id}: ${reason}`).not.toBe('pass');
        }
      });
    }
  }
});
