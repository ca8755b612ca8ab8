// Whoever has not installed the program is to be told so, and not to run what a registry has under its name.
const COMMAND = 'npx --no-install issue-conformance replay conformance.json';

/** Whether an id is fit to be pasted into a shell as it stands, as those of the catalogue are. */
export const isPlainId = (id: string): boolean => /^\w[\w.-]{0,199}$/.test(id);

/** The line that sends the failure of a rule again; for an id that is not fit to be pasted, that of all failures. */
export const replayCommand = (id: string): string => (isPlainId(id) ? `${COMMAND} ${id}` : COMMAND);
