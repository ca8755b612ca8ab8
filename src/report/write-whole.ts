import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** A name beside the file that no other run uses. */
export const nameBeside = (path: string): string => `${path}.${randomUUID()}.tmp`;

/**
 * Writes a file, in the place of an earlier one. Whoever reads it meanwhile sees the earlier one or this one, never half of one.
 *
 * @throws the error of what failed; nothing is left behind then
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const beside = nameBeside(path);
  try {
    await writeFile(beside, text, { flag: 'wx' });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
