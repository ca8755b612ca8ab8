/**
 * Matches the marker `ic-<run>-<number>` that every sent title and body contains, by which issues are found
 * again.
 */
export const markerPattern = (runId: string): RegExp => new RegExp(`ic-${runId}-[0-9a-z]{4,}`, 'i');

/** True if a text may hold a marker of any run. */
export const mayHoldMarker = (text: string): boolean => text.includes('ic-');

/** Returns the marker of a run's creation. @param number counted from 1 */
export const markerOf = (runId: string, number: number): string =>
  `ic-${runId}-${number.toString(36).padStart(4, '0')}`;
