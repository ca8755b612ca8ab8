/** Every title and body that a run sends holds a marker by which it is found again: `ic-`, the run, a number. */
export const markerPattern = (runId: string): RegExp => new RegExp(`ic-${runId}-[0-9a-z]{4,}`, 'i');
