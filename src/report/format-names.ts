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
