import type { Report } from './model.ts';

/** A time of a report to the minute, in UTC: `2025-01-31 12:00`. */
export const minuteOf = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** When a run began, to the minute: `2025-01-31 12:00 UTC`. */
export const begunAt = ({ run }: Pick<Report, 'run'>): string => `${minuteOf(run.startedAt)} UTC`;
