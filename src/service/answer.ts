/** What goes back. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /**
   * `cut`: more bytes are announced than sent, then the connection ends. `reset`: the connection breaks before the
   * first byte. Left out: the whole answer is sent.
   */
  readonly delivery?: 'cut' | 'reset';
}

export const JSON_TYPE = 'application/json; charset=utf-8';
