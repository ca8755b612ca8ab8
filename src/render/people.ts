import type { Renderer } from './formats.ts';
import { markdown } from './markdown.ts';
import { page } from './page.ts';
import { reportDocument } from './report-document.ts';
import { terminal } from './terminal.ts';

export const html: Renderer = (report, past = [], linkTo = () => null) =>
  page(reportDocument(report, { past, linkTo }));

export const markdownReport: Renderer = (report, past = []) =>
  `<!-- Report of issue-conformance -->\n${markdown(reportDocument(report, { past }))}`;

/** Everything that turns a document into a text for people, by its name in `--format` of a comparison. */
export const layouts = { text: terminal, markdown, html: page } as const;
