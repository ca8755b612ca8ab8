const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });

/** `1,204.5 ms` */
export const milliseconds = (ms: number): string => `${number(ms)} ms`;

/** `12.3 s` */
export const seconds = (ms: number): string => `${number(ms / 1000)} s`;

/** `1,200` */
export const whole = (count: number): string => number(count);
