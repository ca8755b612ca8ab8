import type { Report } from '../report/model.ts';

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });

/** `1,204.5 ms` */
export const milliseconds = (ms: number): string => `${number(ms)} ms`;

/** `12.3 s` */
export const seconds = (ms: number): string => `${number(ms / 1000)} s`;

/** `1,200` */
export const whole = (count: number): string => number(count);

/** A time of a report to the minute, in UTC: `2025-01-31 12:00`. */
export const minuteOf = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** When a run began, to the minute: `2025-01-31 12:00 UTC`. */
export const begunAt = ({ run }: Report): string => `${minuteOf(run.startedAt)} UTC`;
