import type { Report } from './model.ts';

/** A time of a report to the minute, in UTC: `2025-01-31 12:00`. */
export const minuteOf = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** When a run began, to the minute: `2025-01-31 12:00 UTC`. */
export const begunAt = ({ run }: Pick<Report, 'run'>): string => `${minuteOf(run.startedAt)} UTC`;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** A time of a report in a sentence: `31 Jan 2025, 12:00 UTC`. */
export function dayAndTimeOf(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const [, time = ''] = minuteOf(date.toISOString()).split(' ');
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}, ${time} UTC`;
}
