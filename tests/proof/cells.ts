import { type CircumstanceId, circumstances } from '../../proof/circumstances.ts';
import { type FaultId, faults, listFaults } from '../../proof/faults/index.ts';
import { variants } from '../../proof/variants/index.ts';
import type { ProfileName } from '../../src/model/profile.ts';
import { brokenIn, type Crossing } from './breaks.ts';
import { serversOfNothing } from './implementing-nothing.ts';
import { type SettingId, settingOf, settings } from './settings.ts';

/** A service on which all gating rules are tried, with a profile and settings. */
export type Cell = { readonly profile: ProfileName; readonly setting?: SettingId } & (
  | { readonly kind: 'conforming' }
  | { readonly kind: 'fault'; readonly id: FaultId; readonly circumstance?: CircumstanceId }
  | { readonly kind: 'variant'; readonly id: string }
  | { readonly kind: 'nothing'; readonly id: string }
);

/** Returns the name of a cell in the file of verdicts: `fault page-ignored, anonymous-only (standard)`. */
export function cellName(cell: Cell): string {
  const service = cell.kind === 'conforming' ? cell.kind : `${cell.kind} ${cell.id}`;
  const circumstance = cell.kind === 'fault' ? cell.circumstance : undefined;
  const parts = [service, circumstance, cell.setting].filter((part) => part !== undefined);
  return `${parts.join(', ')} (${cell.profile})`;
}

/** Returns every service in a profile, in the order of the catalogue. */
function everyServiceIn(profile: ProfileName): readonly Cell[] {
  return [
    { kind: 'conforming', profile },
    ...faults.map(({ id }): Cell => ({ kind: 'fault', id, profile })),
    ...variants.map(({ id }): Cell => ({ kind: 'variant', id, profile })),
    ...Object.keys(serversOfNothing).map((id): Cell => ({ kind: 'nothing', id, profile })),
  ];
}

/** Returns a sample of faults under circumstances: each fault once, and each rule in every circumstance that breaks it. */
function coveringCrossings(): readonly Crossing[] {
  const chosen = listFaults.flatMap(({ id }, index): Crossing[] => {
    const circumstance = circumstances[index % circumstances.length];
    return circumstance === undefined ? [] : [{ fault: id, circumstance: circumstance.id }];
  });
  const pairsOf = (one: Crossing): string[] => brokenIn(one).map((rule) => `${rule} ${one.circumstance}`);
  const covered = new Set(chosen.flatMap(pairsOf));
  const all = listFaults.flatMap(({ id }) =>
    circumstances.map((circumstance): Crossing => ({ fault: id, circumstance: circumstance.id })),
  );
  for (const one of all) {
    const pairs = pairsOf(one);
    if (pairs.every((pair) => covered.has(pair))) continue;
    chosen.push(one);
    for (const pair of pairs) covered.add(pair);
  }
  return chosen;
}

/** Returns the cells with other settings than usual, all in `standard`. */
function cellsOfSettings(): readonly Cell[] {
  const profile = 'standard';
  return (Object.keys(settings) as SettingId[]).flatMap((setting): Cell[] => {
    const { variants: some = [], faults: chosen = [], oneFaultIn } = settingOf(setting);
    const of = listFaults.filter((_, place) => oneFaultIn !== undefined && place % oneFaultIn === 0);
    return [{ kind: 'conforming', setting, profile } as Cell].concat(
      some.map((id) => ({ kind: 'variant', id, setting, profile })),
      [...chosen, ...of.map(({ id }) => id)].map((id) => ({ kind: 'fault', id, setting, profile })),
    );
  });
}

/** A sample of faults that is tried in `thorough` too. */
const THOROUGH_FAULTS: readonly FaultId[] = [
  'answer-status-203',
  'state-default-all',
  'per-page-huge-64-bits-500',
  'per-page-beside-state-negative-closed',
  'page-first-hundred-only',
  'sort-control-400',
  'version-404',
  'private-outsider-200',
  'private-cached-by-address',
  'create-unknown-422',
  'payload-array-stored-as-sent',
  'create-twice',
  'anonymous-lowest-size-400',
  'cache-forgets-the-size',
  'sort-carried-over',
  'title-zero-422',
  'page-first-hundred-only-and-cursors',
];

/** Every service in `quick`. */
export const quickCells: readonly Cell[] = everyServiceIn('quick');

const furtherCells: readonly Cell[] = [
  ...everyServiceIn('standard'),
  ...coveringCrossings().map(
    ({ fault: id, circumstance }): Cell => ({ kind: 'fault', id, circumstance, profile: 'standard' }),
  ),
  ...cellsOfSettings(),
  { kind: 'conforming', profile: 'thorough' },
  ...THOROUGH_FAULTS.map((id): Cell => ({ kind: 'fault', id, profile: 'thorough' })),
];

/** All cells of the matrix. */
export const cells: readonly Cell[] = [...quickCells, ...furtherCells];
