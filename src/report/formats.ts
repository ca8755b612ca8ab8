import { markdown } from '../document/markdown.ts';
import { page } from '../document/page.tsx';
import { MARKDOWN_MARK } from '../folder/own-files.ts';
import { badge } from '../formats/badge.ts';
import { json } from '../formats/json.ts';
import { junit } from '../formats/junit.ts';
import type { FormatName } from './format-names.ts';
import type { LinkTo } from './history-part.ts';
import type { Report } from './model.ts';
import { reportDocument } from './report-document.ts';

/**
 * Renders a report. Pure.
 *
 * @param past earlier reports on the same target, the oldest first; formats without a history ignore them
 * @param linkTo returns the addresses of those reports; formats without links ignore it
 */
type Renderer = (report: Report, past?: readonly Report[], linkTo?: LinkTo) => string;

/** Renderers by format. */
export const renderers: Readonly<Record<FormatName, Renderer>> = {
  json,
  junit,
  html: (report, past = [], linkTo = () => null) => page(reportDocument(report, { past, linkTo })),
  markdown: (report, past = []) => MARKDOWN_MARK + markdown(reportDocument(report, { past })),
  badge,
};
