import { types } from 'node:util';

/**
 * True if a thrown value is an error. Node's own errors are no instances of `Error` if the importing program
 * runs in another context, as under jest.
 */
export const isError = (thrown: unknown): thrown is Error =>
  types.isNativeError(thrown) || thrown instanceof Error;

export const messageOf = (thrown: unknown): string => (isError(thrown) ? thrown.message : String(thrown));

/** Returns the code of a Node error or of its cause, such as `ENOENT`; `undefined` if there is none. */
export function codeOf(thrown: unknown): string | undefined {
  if (!isError(thrown)) return undefined;
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : codeOf(thrown.cause);
}
