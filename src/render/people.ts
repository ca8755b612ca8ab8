import type { Renderer } from './formats.ts';
import { markdown } from './markdown.ts';
import { page } from './page.tsx';
import { reportDocument } from './report-document.ts';
import { terminal } from './terminal.ts';

export const html: Renderer = (report, past = [], linkTo = () => null) =>
  page(reportDocument(report, { past, linkTo }));

export const markdownReport: Renderer = (report, past = []) =>
  `<!-- Report of issue-conformance -->\n${markdown(reportDocument(report, { past }))}`;

/** Names of the layouts, as `--format` of a comparison has them. */
export type LayoutName = 'text' | 'markdown' | 'html';

/** Everything that turns a document into a text for people. */
export const layouts: Readonly<Record<LayoutName, typeof terminal>> = {
  text: terminal,
  markdown: (document) => markdown(document),
  html: (document) => page(document),
};
