/** The files that a report is rendered to, by the names with which they are chosen, in the order of writing: the source first. */
export const formatFiles = {
  json: 'conformance.json',
  junit: 'junit.xml',
  html: 'report.html',
  markdown: 'report.md',
  ctrf: 'ctrf.json',
  badge: 'badge.json',
} as const;

export type FormatName = keyof typeof formatFiles;

export const formatNames = Object.keys(formatFiles) as readonly FormatName[];

/** The formats to write where some are chosen: the source is always among them. */
export const formatsOf = (chosen: readonly FormatName[]): readonly FormatName[] =>
  formatNames.filter((name) => name === 'json' || chosen.includes(name));
