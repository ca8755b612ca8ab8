const NARROWEST = 40;
const WIDEST = 120;
const USUAL = 80;

/** Whether colours are wanted: on a terminal, unless NO_COLOR says no; FORCE_COLOR says yes anywhere. */
export function colorWanted(stream: { readonly isTTY?: boolean }, environment = process.env): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return stream.isTTY === true && TERM !== 'dumb';
}

/** Columns to write for: those of the terminal within reason, a usual number elsewhere. */
export function widthOf(stream: { readonly columns?: number }): number {
  return Math.min(WIDEST, Math.max(NARROWEST, stream.columns ?? USUAL));
}
