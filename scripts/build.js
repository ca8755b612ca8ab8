// Builds the program, unless a build of the same sources exists: npm run build
//
// A build is a folder of dist, named after a hash of the sources. dist/cli.js starts the build of the current
// sources, and dist/index.js exports from it. Several builds and runs may go on at once. A build appears as a
// whole. Replaced builds are kept, because a run loads some files late.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const DIST = 'dist';
const FOLDERS = ['src', 'suites', 'proof'];
/** Other inputs of a build, with npm's record of installed packages. */
const FILES = [
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
  'scripts/build.js',
  'scripts/bundle.js',
  'scripts/precomputed.js',
  'scripts/raw-text.js',
  'scripts/types.js',
];
/** Milliseconds for which a replaced build is kept; this is longer than any run. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const MOST_TRIES = 10;

/** A file that is gone counts as empty: it may have been a temporary file of an editor. */
const contents = (path) =>
  readFile(path).catch((error) => {
    if (error.code === 'ENOENT') return Buffer.of();
    throw error;
  });

/** Returns a name made from a hash of the sources. Files that begin with a dot are of editors. */
async function nameOfSources() {
  const entries = await Promise.all(
    FOLDERS.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  );
  const files = entries.flat().filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  const paths = [...FILES, ...files.map((file) => join(file.parentPath, file.name)).sort()];
  const hash = createHash('sha256');
  for (const [index, bytes] of (await Promise.all(paths.map(contents))).entries())
    hash.update(`${paths[index]}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex').slice(0, 16);
}

/** Renames a folder to its name, unless a concurrent build was first. */
async function moveTo(name, folder) {
  try {
    await rename(folder, name);
  } catch (error) {
    if (!existsSync(name)) throw error;
    await rm(folder, { recursive: true });
  }
}

/**
 * Returns the name of the build of the current sources, and makes it if it is missing. A failure leaves other
 * builds intact.
 */
async function built() {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const name = await nameOfSources();
    if (existsSync(join(DIST, name))) return name;
    const folder = join(DIST, `.build-${randomUUID()}`);
    await mkdir(folder, { recursive: true });
    const { bundle } = await import('./bundle.js');
    const failure = await bundle(folder).then(
      () => null,
      (error) => error,
    );
    // Sources that were edited during the build may be in it or not, so the build is discarded.
    const isOfName = (await nameOfSources()) === name;
    if (failure === null && isOfName) await moveTo(join(DIST, name), folder);
    else await rm(folder, { recursive: true });
    if (isOfName && failure !== null) throw failure;
    if (isOfName) return name;
  }
  throw new Error(`The sources were edited during each of ${MOST_TRIES} builds; run npm run build again.`);
}

/** Replaces a file of dist atomically, because other processes may read it. */
async function replace(name, text) {
  const beside = join(DIST, `.${randomUUID()}`);
  await writeFile(beside, text, { mode: 0o755 });
  await rename(beside, join(DIST, name));
}

/** Removes builds that were not used for a long time, and remains of builds that died. */
async function tidy(kept) {
  for (const name of await readdir(DIST)) {
    if (kept.includes(name)) continue;
    const path = join(DIST, name);
    // A concurrent build may have removed it.
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > KEPT_MS)
      await rm(path, { recursive: true, force: true });
  }
}

/** Marks a build as used, so that it is kept. */
async function touch(name) {
  const now = new Date();
  if (existsSync(join(DIST, name))) await utimes(join(DIST, name), now, now);
}

const name = await built();
const entry = await readFile(join(DIST, name, 'entry.js'), 'utf8');
const start = entry.replace('./main.js', `./${name}/main.js`);
const before = String(await contents(join(DIST, 'cli.js')));
if (before !== start) {
  const [, last = name] = /import\("\.\/([0-9a-f]{16})\//.exec(before) ?? [];
  await touch(last);
  await touch(name);
  // Files with the same path for all builds, for programs that start or import this one.
  const addresses = {
    // The package contains this build only.
    '.npmignore': `/*\n!/cli.js\n!/conformance.schema.json\n!/index.js\n!/index.d.ts\n!/${name}/\n`,
    'conformance.schema.json': await readFile(join(DIST, name, 'conformance.schema.json'), 'utf8'),
    'index.js': `export * from './${name}/index.js';\n`,
    'index.d.ts': `export * from './${name}/types/src/api/index.js';\n`,
    'cli.js': start,
  };
  for (const [file, text] of Object.entries(addresses)) await replace(file, text);
  await tidy([...Object.keys(addresses), name]);
}
