import { types } from 'node:util';

/**
 * True if a thrown value is an error. Node's own errors are no instances of `Error` if the importing program
 * runs in another context, as under jest.
 */
export const isError = (thrown: unknown): thrown is Error =>
  types.isNativeError(thrown) || thrown instanceof Error;

export const messageOf = (thrown: unknown): string => (isError(thrown) ? thrown.message : String(thrown));

/** Returns the code of a Node error, such as `ENOENT`; `undefined` if it has none. */
export const codeOf = (thrown: unknown): unknown =>
  isError(thrown) && 'code' in thrown ? thrown.code : undefined;
