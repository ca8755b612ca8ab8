/**
 * Matches the marker `ic-<run>-<number>` that every sent title and body contains, by which issues are found
 * again.
 */
export const markerPattern = (runId: string): RegExp => new RegExp(`ic-${runId}-[0-9a-z]{4,}`, 'i');
