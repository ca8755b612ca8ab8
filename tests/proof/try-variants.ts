import { describe, it } from 'vitest';
import { record } from '../../src/proof/record.ts';
import { type Variant, variants } from '../../src/reference/index.ts';
import { PROFILES } from '../../src/trial/profile.ts';
import { tryReference } from '../support/try-reference.ts';
import { atOnce, PATIENCE_MS } from './at-once.ts';
import { cellOf, GATING, isRecording, MATRIX_PROFILES } from './cell.ts';

/** Registers a test for every variant of a kind, in every profile of the matrix. */
export function tryVariants(wanted: Variant['kind']): void {
  const some = variants.filter(({ kind }) => kind === wanted);
  for (const profile of MATRIX_PROFILES) {
    describe.concurrent(`harmless variants (${profile}): no alarm, and nothing undecided that the data can show`, () => {
      for (const { id, kind, difference, cannotShow = [] } of some) {
        it(`${id}: ${difference}`, { timeout: PATIENCE_MS, retry: kind === 'bad-day' ? 1 : 0 }, async ({
          task,
          expect,
        }) => {
          const tried = await atOnce(() =>
            tryReference(
              { variants: [id] },
              { profile, only: GATING, maxRequests: PROFILES[profile].maxRequests.writing },
            ),
          );
          const cell = cellOf('variant', id, profile, tried);
          task.meta.cell = cell;
          const alarms = tried.rules.filter(({ verdict }) => verdict === 'fail');
          expect(alarms.map((rule) => `${rule.id}: ${rule.failure?.actual}`)).toEqual([]);
          const reasons = tried.rules.map((rule) => `${rule.id}: ${rule.verdict} ${rule.reason ?? ''}`);
          expect(cell.undecided, reasons.filter((line) => !line.includes(': pass')).join('\n')).toEqual(
            cannotShow,
          );
          if (isRecording || profile !== 'standard') return;
          expect(cell.undecided, 'not as docs/proof.md says: npm run proof').toEqual(
            record.variants[id]?.undecided,
          );
        });
      }
    });
  }
}
