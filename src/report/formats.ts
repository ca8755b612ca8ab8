import { badge } from './data/badge.ts';
import { ctrf } from './data/ctrf.ts';
import { json } from './data/json.ts';
import { junit } from './data/junit.ts';
import { markdown } from './markdown/markdown.ts';
import type { Report } from './model.ts';

/** A file that a report is rendered to. */
interface FormatFile {
  /** Its name in the report folder. */
  readonly file: string;
  /**
   * Renders a report. Pure.
   *
   * @param past earlier reports on the same target, the oldest first; formats that show no history leave them out
   */
  readonly render: (report: Report, past: readonly Report[]) => string;
}

/** What a report can be rendered to, in the order in which the files are written: the one source first. */
export const formatNames = ['json', 'junit', 'ctrf', 'markdown', 'badge'] as const;

export type FormatName = (typeof formatNames)[number];

export const formats: Readonly<Record<FormatName, FormatFile>> = {
  json: { file: 'conformance.json', render: json },
  junit: { file: 'junit.xml', render: junit },
  ctrf: { file: 'ctrf.json', render: ctrf },
  markdown: { file: 'report.md', render: markdown },
  badge: { file: 'badge.json', render: badge },
};
