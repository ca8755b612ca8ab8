import type { CircumstanceId } from '../../proof/circumstances.ts';
import { type FaultId, faults } from '../../proof/faults/index.ts';
import { variants } from '../../proof/variants/index.ts';
import type { ProfileName } from '../../src/model/profile.ts';
import { MATRIX_PROFILES } from '../../tests/proof/cell.ts';
import { covering } from '../../tests/proof/sample.ts';
import { fakeServices } from '../../tests/support/fake-services.ts';
import { hostileServices } from '../hostile-services.ts';
import { type SettingId, settingIds } from './settings.ts';

/** A service on which all gating rules are tried, with the profile. */
export type ServiceCell =
  | {
      readonly kind: 'fault';
      readonly id: FaultId;
      readonly profile: ProfileName;
      readonly circumstance?: CircumstanceId;
    }
  | { readonly kind: 'variant' | 'nothing' | 'hostile'; readonly id: string; readonly profile: ProfileName }
  /** A variant with settings that the matrix does not have; an empty name is the plain bundled service. */
  | {
      readonly kind: 'setting';
      readonly id: SettingId;
      readonly variant: string;
      readonly profile: ProfileName;
    }
  /** A program written by others. */
  | {
      readonly kind: 'program';
      readonly id: string;
      readonly baseUrl: string;
      readonly profile: ProfileName;
    };

/** Returns a cell for each fault, variant, and server that implements nothing. */
const cellsIn = (profile: ProfileName): ServiceCell[] => [
  ...variants.map(({ id }): ServiceCell => ({ kind: 'variant', id, profile })),
  ...Object.keys(fakeServices).map((id): ServiceCell => ({ kind: 'nothing', id, profile })),
  ...faults.map(({ id }): ServiceCell => ({ kind: 'fault', id, profile })),
];

const crossed = covering().map(
  ({ fault: id, circumstance }): ServiceCell => ({ kind: 'fault', id, profile: 'standard', circumstance }),
);

/** The cells of the matrix, with the sample of circumstances that the tests run. */
export const matrixCells: readonly ServiceCell[] = [...MATRIX_PROFILES.flatMap(cellsIn), ...crossed];

/** The bundled service and its variants with other settings and shorter lists. */
export const settingCells: readonly ServiceCell[] = settingIds.flatMap((id) =>
  ['', ...variants.map((variant) => variant.id)].map(
    (variant): ServiceCell => ({ kind: 'setting', id, variant, profile: 'standard' }),
  ),
);

/** Services that send far more data than real ones. Most take until the deadline. */
export const hostileCells: readonly ServiceCell[] = Object.keys(hostileServices).map((id) => ({
  kind: 'hostile',
  id,
  profile: 'quick',
}));

export function cellName(cell: ServiceCell): string {
  const circumstance = cell.kind === 'fault' ? (cell.circumstance ?? '') : '';
  const more = cell.kind === 'setting' ? cell.variant : circumstance;
  const under = more === '' ? '' : `, ${more}`;
  return `${cell.kind} ${cell.id}${under} (${cell.profile})`;
}
