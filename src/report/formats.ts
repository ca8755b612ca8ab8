import { json } from './data/json.ts';
import { junit } from './data/junit.ts';
import type { FormatName } from './format-names.ts';
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

export const formats: Readonly<Record<FormatName, FormatFile>> = {
  json: { file: 'conformance.json', render: json },
  junit: { file: 'junit.xml', render: junit },
};
