import type { Report } from '../report/model.ts';
import type { LinkTo } from './history-part.ts';

/**
 * Renders a report. Pure.
 *
 * @param past earlier reports on the same target, the oldest first
 * @param linkTo returns the addresses of those reports
 */
export type Renderer = (report: Report, past?: readonly Report[], linkTo?: LinkTo) => string;
