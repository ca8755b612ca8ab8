import { describe, it } from 'vitest';
import { record } from '../../proof/record/record.ts';
import { type Variant, variants } from '../../proof/variants/index.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { tryService } from '../support/try-service.ts';
import { cellOf, isRecording, isTried, MATRIX_PROFILES } from './cell.ts';

/** `npm test` tries every variant in `quick`, and one of this many in `standard`. */
const ONE_VARIANT_IN = 4;

/** Registers a test for each variant of a kind, in every profile of the matrix. */
export function tryVariants(wanted: Variant['kind']): void {
  const all = variants.filter(({ kind }) => kind === wanted);
  for (const profile of MATRIX_PROFILES) {
    const some = all.filter((_, index) => isTried(profile === 'quick' || index % ONE_VARIANT_IN === 0));
    if (some.length === 0) continue;
    describe(`variants: ${wanted} (${profile})`, () => {
      for (const { id, difference, cannotShow = [] } of some) {
        it(`${id}: ${difference}`, async ({ task, expect }) => {
          const tried = await tryService({ variants: [id] }, { profile, only: gatingIds });
          const cell = cellOf({ kind: 'variant', id, profile }, tried);
          task.meta.cell = cell;
          expect(tried.unusable).toBeNull();
          expect(cell.alarms).toEqual([]);
          expect(cell.untrue, 'reasons name rules that did not fail, or claim what is not so').toEqual([]);
          if (wanted === 'silent') expect(cannotShow).toEqual(expect.arrayContaining([...cell.undecided]));
          if (isRecording || profile !== 'standard') return;
          expect(cell.undecided, 'not as docs/proof.md says: npm run proof').toEqual(
            record.variants[id]?.undecided ?? [],
          );
        });
      }
    });
  }
}
