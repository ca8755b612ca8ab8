import { types } from 'node:util';

/**
 * Whether something that was thrown is an error. Node's own errors are none of `Error` where the importing program runs in a
 * context of its own, as tests of jest do.
 */
export const isError = (thrown: unknown): thrown is Error =>
  types.isNativeError(thrown) || thrown instanceof Error;

/** What something that was thrown says of itself. */
export const messageOf = (thrown: unknown): string => (isError(thrown) ? thrown.message : String(thrown));

/** The code of an error of Node, as `ENOENT`; `undefined` where it has none. */
export const codeOf = (thrown: unknown): unknown =>
  isError(thrown) && 'code' in thrown ? thrown.code : undefined;
