// Builds where the sources have no build yet: npm run build
//
// A build is a folder of dist, named after the sources that it was made of; dist/cli.js starts the one of the sources as they
// are, and dist/index.js exports what that does. So any number of builds and runs may go on at once: a build appears whole or
// not at all, and a run keeps the files that it began with, of which it loads some only at its end.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const DIST = 'dist';
const FOLDERS = ['src', 'suites', 'proof'];
/** What a build depends on besides, npm's own note of what is installed among it. */
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
/** How long a build stays after another took its place: longer than runs last. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const MOST_TRIES = 10;

/** What is no longer there counts as empty: an editor may have put its own file beside. */
const contents = (path) =>
  readFile(path).catch((error) => {
    if (error.code === 'ENOENT') return Buffer.of();
    throw error;
  });

/** A name for the sources as they are; files that an editor keeps for itself begin with a dot. */
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

/** Gives a folder its name, unless a build at the same time was first. */
async function moveTo(name, folder) {
  try {
    await rename(folder, name);
  } catch (error) {
    if (!existsSync(name)) throw error;
    await rm(folder, { recursive: true });
  }
}

/** The name of the build of the sources as they are, made where there is none. Other builds stay as they were if it fails. */
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
    // What was edited meanwhile may be in it, or not: that is no build of either.
    const isOfName = (await nameOfSources()) === name;
    if (failure === null && isOfName) await moveTo(join(DIST, name), folder);
    else await rm(folder, { recursive: true });
    if (isOfName && failure !== null) throw failure;
    if (isOfName) return name;
  }
  throw new Error(`The sources were edited during each of ${MOST_TRIES} builds; run npm run build again.`);
}

/** Replaces a file of dist at once, for whoever reads it meanwhile. */
async function replace(name, text) {
  const beside = join(DIST, `.${randomUUID()}`);
  await writeFile(beside, text, { mode: 0o755 });
  await rename(beside, join(DIST, name));
}

/** Removes what was not in use for long: earlier builds, and what is left of builds that died. */
async function tidy(kept) {
  for (const name of await readdir(DIST)) {
    if (kept.includes(name)) continue;
    const path = join(DIST, name);
    // Another build may have been quicker.
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > KEPT_MS)
      await rm(path, { recursive: true, force: true });
  }
}

/** Lets the time run anew after which a build that is not in use is removed. */
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
  // What has one address in all builds, for those who start the program and for those who import it.
  const addresses = {
    // The package has this build alone.
    '.npmignore': `/*\n!/cli.js\n!/index.js\n!/index.d.ts\n!/${name}/\n`,
    'index.js': `export * from './${name}/index.js';\n`,
    'index.d.ts': `export * from './${name}/types/api/index.js';\n`,
    'cli.js': start,
  };
  for (const [file, text] of Object.entries(addresses)) await replace(file, text);
  await tidy([...Object.keys(addresses), name]);
}
