import type { CircumstanceId } from '../../proof/circumstances.ts';
import { type FaultId, faults } from '../../proof/faults/index.ts';
import { variants } from '../../proof/variants/index.ts';
import type { ProfileName } from '../../src/engine/profile.ts';
import { MATRIX_PROFILES } from '../../tests/proof/cell.ts';
import { covering } from '../../tests/proof/sample.ts';
import { fakeServices } from '../../tests/support/fake-services.ts';

/** A service that all gating rules are tried on, and in which profile. */
export type ServiceCell =
  | {
      readonly kind: 'fault';
      readonly id: FaultId;
      readonly profile: ProfileName;
      readonly circumstance?: CircumstanceId;
    }
  | { readonly kind: 'variant' | 'nothing' | 'hostile'; readonly id: string; readonly profile: ProfileName }
  /** A program that nobody of this project wrote. */
  | {
      readonly kind: 'program';
      readonly id: string;
      readonly baseUrl: string;
      readonly profile: ProfileName;
    };

/** Every fault, every variant, and every server that implements nothing. */
const cellsIn = (profile: ProfileName): ServiceCell[] => [
  ...variants.map(({ id }): ServiceCell => ({ kind: 'variant', id, profile })),
  ...Object.keys(fakeServices).map((id): ServiceCell => ({ kind: 'nothing', id, profile })),
  ...faults.map(({ id }): ServiceCell => ({ kind: 'fault', id, profile })),
];

const crossed = covering().map(
  ({ fault: id, circumstance }): ServiceCell => ({ kind: 'fault', id, profile: 'standard', circumstance }),
);

/** The cells of the matrix, with the part of the circumstances that the tests run. */
export const matrixCells: readonly ServiceCell[] = [...MATRIX_PROFILES.flatMap(cellsIn), ...crossed];

export function nameOf(cell: ServiceCell): string {
  const under = cell.kind === 'fault' && cell.circumstance !== undefined ? `, ${cell.circumstance}` : '';
  return `${cell.kind} ${cell.id}${under} (${cell.profile})`;
}
