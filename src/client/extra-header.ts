/** A header of HEADERS: sent with every request, its value shown nowhere. Plain data. */
export interface ExtraHeader {
  /** As it was given; sent in lower case. */
  readonly name: string;
  readonly value: string;
  /**
   * What of the value is hidden wherever it stands. A value that may stand in any text by chance is none of them: it is
   * hidden as this header, and beside its name.
   */
  readonly secrets: readonly string[];
}

/** Whether a cookie goes with every request: it may sign in, so that nobody is known to be without a credential. */
export const sendsCookie = (extra: readonly ExtraHeader[] = []): boolean =>
  extra.some(({ name }) => name.toLowerCase() === 'cookie');

/** What is shown in place of a value, without the angle brackets. */
export const labelOf = (name: string): string => `HEADERS: ${name}`;
