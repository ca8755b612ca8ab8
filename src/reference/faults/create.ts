import { createPayloadFaults } from './create-payload.ts';
import { createRefusalFaults } from './create-refusal.ts';
import { createStorageFaults } from './create-storage.ts';

/** Who may create, what may be created, and what becomes of it. */
export const createFaults = [...createRefusalFaults, ...createPayloadFaults, ...createStorageFaults] as const;
