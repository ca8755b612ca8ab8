/** A header of HEADERS, sent with every request. Its value is never shown. Plain data. */
export interface ExtraHeader {
  /** As configured; sent in lower case. */
  readonly name: string;
  readonly value: string;
  /**
   * Parts of the value that are hidden everywhere. A value too common for that is hidden only as this
   * header's value and beside its name.
   */
  readonly secrets: readonly string[];
}

/** True if a cookie goes with every request. A cookie may sign in, so no request counts as anonymous. */
export const sendsCookie = (extra: readonly ExtraHeader[] = []): boolean =>
  extra.some(({ name }) => name.toLowerCase() === 'cookie');

export const labelOf = (name: string): string => `HEADERS: ${name}`;
