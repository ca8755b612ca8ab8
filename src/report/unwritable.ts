import { codeOf } from './code-of.ts';

const CAUSES: Readonly<Record<string, string>> = {
  EEXIST: 'a file is in the way',
  ENOENT: 'there is no such folder, and none can be made',
  ENOTDIR: 'a file is in the way',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'no space is left there',
  EDQUOT: 'no space is left there',
  ENAMETOOLONG: 'the name is too long',
  EISDIR: 'a folder stands where a report is to be written',
};

/** What is in the way of writing, in words. */
export function causeOf(error: unknown): string {
  const cause = CAUSES[String(codeOf(error))];
  return cause ?? (error instanceof Error ? error.message : String(error));
}

/**
 * What is said where a folder cannot be written to: which, what is in the way, and what to set.
 *
 * @param kind what the folder holds: `report`
 * @param setting what names another folder: `REPORT_DIR (--report-dir)`
 */
export function unwritable(
  { kind, dir, setting }: { readonly kind: string; readonly dir: string; readonly setting: string },
  error: unknown,
): Error {
  return new Error(
    `The ${kind} folder ${JSON.stringify(dir)} cannot be written to: ${causeOf(error)}. Set ${setting} to another one.`,
    { cause: error },
  );
}
