/**
 * Matches the marker `ic-<run>-<number>` that every sent title and body contains, by which issues are found
 * again.
 */
export const markerPattern = (runId: string): RegExp => new RegExp(`ic-${runId}-[0-9a-z]{4,}`, 'i');

/** Matches the markers of every run. */
export const MARKERS = new RegExp(markerPattern('[0-9a-z]{6,}'), 'gi');
