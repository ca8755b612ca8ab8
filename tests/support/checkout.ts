import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Copies the build of this checkout, so that equal sources need no new build. */
export const copyBuild = (to: string): Promise<void> =>
  cp('dist', join(to, 'dist'), { recursive: true, preserveTimestamps: true });

/** Links the libraries of this checkout into a folder, so that added files stay in the folder. */
export async function linkLibraries(folder: string): Promise<void> {
  const from = resolve('node_modules');
  const to = join(folder, 'node_modules');
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (name.startsWith('.') && name !== '.bin' && name !== '.package-lock.json') continue;
    await symlink(join(from, name), join(to, name));
  }
}
