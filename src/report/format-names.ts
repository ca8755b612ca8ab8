/**
 * Files that a report is rendered to, by the name of the format, in the order of writing. The source comes
 * first.
 */
export const formatFiles = {
  json: 'conformance.json',
  junit: 'junit.xml',
  html: 'report.html',
  markdown: 'report.md',
  badge: 'badge.json',
} as const;

export type FormatName = keyof typeof formatFiles;

export const formatNames = Object.keys(formatFiles) as readonly FormatName[];

/** Returns the formats to write. `json` is always one of them, because the others are rendered from it. */
export const formatsOf = (chosen: readonly FormatName[]): readonly FormatName[] =>
  formatNames.filter((name) => name === 'json' || chosen.includes(name));
