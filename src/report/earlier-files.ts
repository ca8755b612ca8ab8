import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { formatFiles } from './format-names.ts';
import { formatOf, ownerOf } from './own-files.ts';
import { keepFailures } from './previous.ts';

/** Matches the temporary file of a report whose run was killed while writing it. */
const HALF_WRITTEN = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/**
 * Removes the reports of earlier runs from a folder, so that nobody takes them for reports of this run.
 * Failures of a whole run are kept. Files that this program did not write stay, whatever their names.
 *
 * @returns the path of an earlier report that could not be kept in its usual place, else `null`
 * @throws the error of the file system
 */
export async function removeEarlier(dir: string): Promise<string | null> {
  let keptElsewhere: string | null = null;
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    if (formatOf(name.replace(HALF_WRITTEN, '')) === undefined) continue;
    const format = formatOf(name);
    if (format === undefined) {
      if ((await lstat(path)).isFile()) await rm(path, { force: true });
    } else if ((await ownerOf(path, format)) === 'this program') {
      const kept = name === formatFiles.json ? await keepFailures(dir) : null;
      if (kept === null) await rm(path, { force: true });
      else if (!kept.isUsual) keptElsewhere = kept.path;
    }
  }
  return keptElsewhere;
}
