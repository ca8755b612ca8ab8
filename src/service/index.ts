export { type CircumstanceId, circumstances } from '../../proof/circumstances.ts';
export { type FaultId, faults, findFault, listFaults } from '../../proof/faults/index.ts';
export { type Variant, variants } from '../../proof/variants/index.ts';
export type { Change } from './behaviour.ts';
export { type Named, openService } from './service.ts';
export { type Reference, type ReferenceOptions, startReference } from './start.ts';
