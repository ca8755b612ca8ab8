import { describe, it } from 'vitest';
import { isRuleId } from '../../src/catalogue/index.ts';
import { record } from '../../src/proof/record.ts';
import { dependOnOrder, type FaultId, faults } from '../../src/reference/index.ts';
import { PROFILES } from '../../src/trial/profile.ts';
import { tryReference } from '../support/try-reference.ts';
import { atOnce, PATIENCE_MS } from './at-once.ts';
import { cellOf, GATING, isRecording, MATRIX_PROFILES, type MatrixProfile } from './cell.ts';

/** The bundled service lists at once, so that waiting longer for what never comes proves nothing more. */
const LISTED_WITHIN_MS = 300;

/** Parts of the catalogue of faults, by the first rule that each names: files that run beside one another. */
export const PARTS = {
  lists: /^list\.(?!per-page|page)/,
  pages: /^list\.(per-page|page)/,
  creations: /^create\./,
} as const;

export const faultsOf = (part: keyof typeof PARTS) =>
  faults.filter(({ rules: [first = ''] }) => PARTS[part].test(first));

/** Runs all rules that decide on the service with one fault, as a user would. */
async function tryFault(id: FaultId, profile: MatrixProfile) {
  return tryReference(
    { faults: [id] },
    {
      profile,
      only: GATING,
      maxRequests: PROFILES[profile].maxRequests.writing,
      listedWithinMs: LISTED_WITHIN_MS,
    },
  );
}

/** Registers a test for every fault of a part, in every profile of the matrix. */
export function tryFaults(part: keyof typeof PARTS): void {
  for (const profile of MATRIX_PROFILES) {
    describe.concurrent(`faults (${profile})`, () => {
      for (const { id, mistake, rules } of faultsOf(part)) {
        it(`${id}: ${mistake}`, { timeout: PATIENCE_MS, retry: dependOnOrder.has(id) ? 2 : 1 }, async ({
          task,
          expect,
        }) => {
          const tried = await atOnce(() => tryFault(id, profile));
          const cell = cellOf('fault', id, profile, tried);
          task.meta.cell = cell;
          const named = rules.filter(isRuleId);
          const names: ReadonlySet<string> = new Set(named);
          const caught = named.filter((rule) => cell.failed.includes(rule));
          const seen = tried.rules
            .filter((rule) => names.has(rule.id))
            .map((rule) => `${rule.id}: ${rule.verdict} ${rule.reason ?? ''}`);
          if (profile === 'standard') {
            expect(caught, `caught by none of the rules that it names\n${seen.join('\n')}`).not.toEqual([]);
            expect(cell.outcome).toBe('nonconformant');
          }
          for (const { failure } of tried.rules) {
            if (failure === undefined) continue;
            // A card can be acted upon: it says what was seen, how often, and how to see it again.
            expect(failure.expected).not.toBe('');
            expect(failure.actual).not.toBe(failure.expected);
            expect(failure.exchanges).not.toEqual([]);
            expect(failure.curl).toMatch(/^curl -si .*http:/);
          }
          // Which of its rules catch such a fault differs from one run to the next; that one does was seen above.
          if (isRecording || dependOnOrder.has(id)) return;
          const before: ReadonlySet<string> = new Set(record.faults[id]?.[profile]);
          const recorded = named.filter((rule) => before.has(rule));
          expect(caught, 'not as docs/proof.md says: npm run proof').toEqual(recorded);
        });
      }
    });
  }
}
