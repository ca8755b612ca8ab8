import { MARKDOWN_MARK } from '../folder/own-files.ts';
import { badge } from '../formats/badge.ts';
import { json } from '../formats/json.ts';
import { junit } from '../formats/junit.ts';
import type { FormatName } from './format-names.ts';
import { html, type LinkTo } from './html/report.tsx';
import { markdown } from './markdown/markdown.ts';
import type { Report } from './model.ts';

/**
 * Renders a report. Pure.
 *
 * @param past earlier reports on the same target, the oldest first; formats without a history ignore them
 * @param linkTo returns the addresses of those reports; formats without links ignore it
 */
type Renderer = (report: Report, past: readonly Report[], linkTo?: LinkTo) => string;

/** Renderers by format. */
export const renderers: Readonly<Record<FormatName, Renderer>> = {
  json,
  junit,
  html,
  markdown: (report) => MARKDOWN_MARK + markdown(report),
  badge,
};
