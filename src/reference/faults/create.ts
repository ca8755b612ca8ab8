import { createContentFaults } from './create-content.ts';
import { createDisplacingFaults } from './create-displacing.ts';
import { createPayloadFaults } from './create-payload.ts';
import { createRaceFaults } from './create-race.ts';
import { createRefusalFaults } from './create-refusal.ts';
import { createStorageFaults } from './create-storage.ts';
import { refusedStoredFaults } from './refused-stored.ts';

/** Who may create, what may be created, and what becomes of it. */
export const createFaults = [
  ...createRefusalFaults,
  ...createPayloadFaults,
  ...createContentFaults,
  ...createStorageFaults,
  ...createDisplacingFaults,
  ...createRaceFaults,
  ...refusedStoredFaults,
] as const;
