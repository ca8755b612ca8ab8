import type { Report } from '../report/model.ts';
import type { LinkTo } from './history-part.ts';
import { markdown } from './markdown.ts';
import { page } from './page.tsx';
import { reportDocument } from './report-document.ts';
import { terminal } from './terminal.ts';

/** Everything that turns a document into a text for people, by its name in `--format` of a comparison. */
export const layouts = { text: terminal, markdown, html: page } as const;

export const html = (report: Report, past: readonly Report[] = [], linkTo?: LinkTo): string =>
  page(reportDocument(report, { past, linkTo }));

export const markdownReport = (report: Report, past: readonly Report[] = []): string =>
  `<!-- Report of issue-conformance -->\n${markdown(reportDocument(report, { past }))}`;
