const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const two = (number: number): string => String(number).padStart(2, '0');

/** `31 January 2025, 12:00 UTC`: the same wherever a report is rendered. */
function whenOf(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
  return `${day}, ${two(date.getUTCHours())}:${two(date.getUTCMinutes())} UTC`;
}

export function When({ iso }: { readonly iso: string }) {
  return <time datetime={iso}>{whenOf(iso)}</time>;
}

/** `850 ms`, `4.2 s`, `3 min 20 s`. */
export function durationOf(ms: number): string {
  if (ms < 1000) return `${Number(ms.toPrecision(3))} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60).toLocaleString('en')} min ${seconds % 60} s`;
}
