import type { Report } from '../report/model.ts';

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });

/** `1,204.5 ms` */
export const milliseconds = (ms: number): string => `${number(ms)} ms`;

/** `12.3 s` */
export const seconds = (ms: number): string => `${number(ms / 1000)} s`;

/** `1,200` */
export const whole = (count: number): string => number(count);

/** When a run began, to the minute: `2025-01-31 12:00 UTC`. */
export function begunAt({ run }: Report): string {
  return `${run.startedAt.slice(0, 16).replace('T', ' ')} UTC`;
}
