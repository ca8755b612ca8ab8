import type { CircumstanceId } from '../../proof/circumstances.ts';
import { type FaultId, faults } from '../../proof/faults/index.ts';
import { variants } from '../../proof/variants/index.ts';
import type { ProfileName } from '../../src/engine/profile.ts';
import { MATRIX_PROFILES } from '../../tests/proof/cell.ts';
import { covering } from '../../tests/proof/sample.ts';
import { fakeServices } from '../../tests/support/fake-services.ts';
import { hostileServices } from '../hostile-services.ts';
import { type SettingId, settingIds } from './settings.ts';

/** A service that all gating rules are tried on, and in which profile. */
export type ServiceCell =
  | {
      readonly kind: 'fault';
      readonly id: FaultId;
      readonly profile: ProfileName;
      readonly circumstance?: CircumstanceId;
    }
  | { readonly kind: 'variant' | 'nothing' | 'hostile'; readonly id: string; readonly profile: ProfileName }
  /** A variant with other settings than the matrix has; without a name, the bundled service as it is. */
  | {
      readonly kind: 'setting';
      readonly id: SettingId;
      readonly variant: string;
      readonly profile: ProfileName;
    }
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

/** The bundled service and its variants with other settings, and with shorter lists. */
export const settingCells: readonly ServiceCell[] = settingIds.flatMap((id) =>
  ['', ...variants.map((variant) => variant.id)].map(
    (variant): ServiceCell => ({ kind: 'setting', id, variant, profile: 'standard' }),
  ),
);

/** Services that answer with far more than any real one. Most of them take until the deadline. */
export const hostileCells: readonly ServiceCell[] = Object.keys(hostileServices).map((id) => ({
  kind: 'hostile',
  id,
  profile: 'quick',
}));

export function nameOf(cell: ServiceCell): string {
  const circumstance = cell.kind === 'fault' ? (cell.circumstance ?? '') : '';
  const more = cell.kind === 'setting' ? cell.variant : circumstance;
  const under = more === '' ? '' : `, ${more}`;
  return `${cell.kind} ${cell.id}${under} (${cell.profile})`;
}
