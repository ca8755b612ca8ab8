/** Matches the marker `ic-<run>-<hash and number>` that every sent title and body contains, by which issues are found again. */
export const markerPattern = (runId: string): RegExp => new RegExp(`ic-${runId}-[0-9a-z]{4,}`, 'gi');

/** Prefix of run ids of `populate`, whose issues are data like any others. */
export const POPULATING = 'populate';
const OF_ANY_RUN = new RegExp(`ic-(?!${POPULATING})[0-9a-z]{6,}-[0-9a-z]{4,}`, 'i');
/** Returns the marker of any run in a text. */
export const markerIn = (text: string): string | undefined => OF_ANY_RUN.exec(text)?.[0];
