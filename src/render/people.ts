import { markdown } from './markdown.ts';
import { page } from './page.tsx';
import type { Renderer } from './renderer.ts';
import { reportDocument } from './report-document.ts';

export const html: Renderer = (report, past = [], linkTo = () => null) =>
  page(reportDocument(report, { past, linkTo }));

export const markdownReport: Renderer = (report, past = []) =>
  `<!-- Report of issue-conformance -->\n${markdown(reportDocument(report, { past }))}`;
