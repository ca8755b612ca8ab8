export type { Change } from './behaviour.ts';
export { type CircumstanceId, circumstances } from './circumstances.ts';
export { type FaultId, faults, findFault, listFaults } from './faults/index.ts';
export { type Named, openService } from './service.ts';
export { type Reference, type ReferenceOptions, startReference } from './start.ts';
export { type Variant, variants } from './variants/index.ts';
