/** Somebody who holds a valid token. */
export interface Account {
  readonly login: string;
  readonly id: number;
}
