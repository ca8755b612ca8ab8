import { json } from './json.ts';
import { junit } from './junit.ts';
import type { Report } from './model.ts';

/** A file that a report is rendered to. */
export interface Format {
  /** Its name in the report folder. */
  readonly file: string;
  readonly render: (report: Report) => string;
}

/** Every format of a report, the one source first. */
export const formats: readonly Format[] = [
  { file: 'conformance.json', render: json },
  { file: 'junit.xml', render: junit },
];
