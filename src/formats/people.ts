import { markdown } from '../document/markdown.ts';
import { page } from '../document/page.tsx';
import { reportDocument } from '../report/report-document.ts';
import type { Renderer } from './renderer.ts';

export const html: Renderer = (report, past = [], linkTo = () => null) =>
  page(reportDocument(report, { past, linkTo }));

export const markdownReport: Renderer = (report, past = []) =>
  `<!-- Report of issue-conformance -->\n${markdown(reportDocument(report, { past }))}`;
