/** An answer of the bundled service. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /**
   * `cut`: announces more bytes than it sends, then closes the connection. `reset`: breaks the connection
   * before the first byte. Default: sends the whole answer.
   */
  readonly delivery?: 'cut' | 'reset';
}

export const JSON_TYPE = 'application/json; charset=utf-8';
