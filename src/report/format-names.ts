/** What a report can be rendered to, in the order in which the files are written: the one source first. */
export const formatNames = ['json', 'junit'] as const;

export type FormatName = (typeof formatNames)[number];
