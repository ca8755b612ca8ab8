import { describe, it } from 'vitest';
import { type FaultId, faults, findFault } from '../../proof/faults/index.ts';
import { record } from '../../proof/record/record.ts';
import type { TriedAll } from '../../src/host/in-process.ts';
import type { ProfileName } from '../../src/model/profile.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { impactOf } from '../../src/model/words.ts';
import { type TriedService, tryService } from '../support/try-service.ts';
import { brokenIn, surelyBrokenIn } from './breaks.ts';
import { cellOf, isRecording, isTried, MATRIX_PROFILES, unexplained } from './cell.ts';
import { covering, isInSample, product } from './sample.ts';

/** Parts of the faults by the first rule that they break; their files run in parallel. */
export const PARTS = {
  lists: /^list\./,
  creations: /^create\./,
} as const;

export const faultsOf = (part: keyof typeof PARTS) =>
  faults.filter(({ breaks: [first = ''] }) => PARTS[part].test(first));

/**
 * Returns the rules whose failure card lacks facts: expected and actual result, exchanges, and a specific
 * impact.
 */
const weakCards = ({ tried }: TriedAll): string[] =>
  tried.flatMap(({ rule, verdict }) => {
    if (verdict.verdict !== 'fail') return [];
    const { expected, actual, exchanges } = verdict.violation;
    // The impact must be specific to the kind of violation.
    const isGeneral = impactOf(rule.impact, verdict.violation) === rule.impact.general;
    return expected === '' || actual === expected || exchanges.length === 0 || isGeneral ? [rule.id] : [];
  });

/** Returns the verdicts of the rules that a fault breaks, for the message of a failed test. */
const saidOf = ({ tried }: TriedAll, breaks: readonly string[]): string =>
  tried
    .filter(({ rule }) => breaks.includes(rule.id))
    .map(
      ({ rule, verdict }) =>
        `${rule.id}: ${verdict.verdict} ${'reason' in verdict ? (verdict.reason ?? '') : ''}`,
    )
    .join('\n');

const tryFault = (id: FaultId, profile: ProfileName): Promise<TriedService> =>
  tryService({ faults: [id] }, { profile, only: gatingIds });

/** Registers a test for each fault of a part, in every profile of the matrix. */
export function tryFaults(part: keyof typeof PARTS): void {
  const found = new Map<string, readonly string[]>();
  for (const profile of MATRIX_PROFILES) {
    const some = faultsOf(part).filter(({ id }) => isTried(isInSample(id, profile)));
    if (some.length === 0) continue;
    describe(`faults (${profile})`, () => {
      for (const { id, description, breaks } of some) {
        it(`${id}: ${description}`, async ({ task, expect }) => {
          const tried = await tryFault(id, profile);
          const cell = cellOf({ kind: 'fault', id, profile }, tried, breaks);
          task.meta.cell = cell;
          expect(cell.alarms, 'rules fail that it does not break').toEqual([]);
          expect(unexplained(cell), 'rules pass that it breaks').toEqual([]);
          expect(cell.untrue, 'reasons name rules that did not fail, or claim what is not so').toEqual([]);
          expect(weakCards(tried)).toEqual([]);
          if (profile === 'standard') found.set(id, cell.caught);
          else if (!dependsOnOrder(id)) {
            // `standard` must find what `quick` finds. Its own tests compare it with the record.
            const all = isRecording ? (found.get(id) ?? []) : (record.faults[id]?.standard ?? []);
            if (cell.caught.length > 0) expect(all).not.toEqual([]);
            const lists = cell.caught.filter((rule) => rule.startsWith('list.'));
            if (!DISPLACED.has(id)) expect(all).toEqual(expect.arrayContaining(lists));
          }
          if (isRecording) return;
          const known = record.faults[id]?.[profile] ?? [];
          expect(cell.caught, `not as docs/proof.md says: npm run proof\n${saidOf(tried, breaks)}`).toEqual(
            known,
          );
        });
      }
    });
  }
}

/** Faults of pull requests. After the creations of a larger profile, the first results contain fewer of them. */
const DISPLACED: ReadonlySet<FaultId> = new Set([
  'per-page-without-pull-requests',
  'per-page-pull-requests-on-top',
]);

/** True for faults at some requests only. The rules that meet them depend on earlier requests. */
export const dependsOnOrder = (id: FaultId): boolean =>
  /^(replica|third|fourth|fifth|sixth|seventh|every)-|carried-over|remembered|stale|cache/.test(id);

/** One of this many crossings, for each part, is tried by `npm test`. */
const ONE_CROSSING_IN = 6;

/**
 * Registers tests for faults under circumstances: the whole product for the record, else a covering sample.
 */
export function tryCrossings(part: number, parts: number): void {
  const all = isRecording ? product : covering();
  describe('faults under circumstances', () => {
    for (const [index, crossing] of all.entries()) {
      if (index % parts !== part || !isTried(index % ONE_CROSSING_IN < parts)) continue;
      const { fault: id, circumstance } = crossing;
      it(`${id}, ${circumstance}`, async ({ task, expect }) => {
        const tried = await tryService({ faults: [id], circumstance }, { only: gatingIds });
        const breaks = brokenIn(crossing);
        const cell = cellOf(
          { kind: 'fault', id, profile: 'standard', circumstance },
          tried,
          breaks,
          surelyBrokenIn(crossing),
        );
        task.meta.cell = cell;
        expect(cell.alarms, 'rules fail that it does not break').toEqual([]);
        expect(unexplained(cell), 'rules pass that it breaks').toEqual([]);
        expect(cell.untrue, 'reasons name rules that did not fail, or claim what is not so').toEqual([]);
        if (isRecording) return;
        const isMissed = record.circumstances[circumstance]?.missed.includes(id) === true;
        expect(
          cell.caught.length > 0,
          `not as docs/proof.md says: npm run proof\n${saidOf(tried, breaks)}`,
        ).toBe(!isMissed);
      });
    }
  });
}

/** `thorough` tries one fault of this many, and `npm test` a quarter of those. The record tries more. */
const ONE_FAULT_IN = 24;
const ONE_RECORDED_FAULT_IN = 4;

/** Registers tests that `thorough` finds what `standard` finds. */
export function tryThorough(): void {
  describe('faults (thorough)', () => {
    for (const [index, { id }] of faults.entries()) {
      if (index % (isRecording ? ONE_RECORDED_FAULT_IN : ONE_FAULT_IN) !== 0 || dependsOnOrder(id)) continue;
      if (!isTried(index % (4 * ONE_FAULT_IN) === 0)) continue;
      it(id, async ({ expect }) => {
        const { breaks } = findFault(id);
        const caughtIn = async (profile: ProfileName) =>
          cellOf({ kind: 'fault', id, profile }, await tryFault(id, profile), breaks);
        const thorough = await caughtIn('thorough');
        // The record says what `standard` catches; the tests of the faults check that.
        const standard = isRecording
          ? (await caughtIn('standard')).caught
          : (record.faults[id]?.standard ?? []);
        expect(thorough.alarms).toEqual([]);
        if (DISPLACED.has(id)) expect(thorough.caught).not.toEqual([]);
        else expect(thorough.caught).toEqual(expect.arrayContaining([...standard]));
      });
    }
  });
}
