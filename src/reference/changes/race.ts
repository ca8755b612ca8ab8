/** Long enough for everything that was sent at the same moment to have come in. */
export const RACE_MS = 30;
