export { dependOnOrder, type FaultId, faults, findFault } from './faults/index.ts';
export { type Reference, type ReferenceOptions, startReference } from './start.ts';
export { type Variant, variants } from './variants/index.ts';
