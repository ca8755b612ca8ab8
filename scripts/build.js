// Builds the program into dist, unless what is there is newer than every source: npm run build
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';

const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8'));
const DIST = 'dist';
const SOURCES = ['src', 'suites', 'proof', 'scripts', 'package.json', 'tsconfig.json', 'package-lock.json'];
/** Files that every program or user starts or imports; they appear after all that they import. */
const ENTRIES = ['rules-worker.js', 'main.js', 'index.js', 'cli.js'];
/** Milliseconds for which replaced files are kept: a run loads some files late, and lasts no longer. */
const KEPT_MS = 24 * 60 * 60 * 1000;

function stop(sentence) {
  console.error(`issue-conformance: ${sentence}`);
  process.exit(2);
}

/** Returns when a file, or anything in a folder, was changed last. */
function changedAt(path) {
  const stats = fs.statSync(path);
  const inner = stats.isDirectory() ? fs.readdirSync(path).map((name) => changedAt(join(path, name))) : [];
  return Math.max(stats.mtimeMs, ...inner);
}

const OPTIONS = {
  outdir: DIST,
  write: false,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  logLevel: 'warning',
  // Unminified comments and unused code would still be parsed. Names are kept for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  // LICENSES.txt contains them all.
  legalComments: 'none',
  // Libraries written for CommonJS require Node's own modules.
  banner: { js: "import { createRequire } from 'module';\nconst require = createRequire(import.meta.url);" },
};

/** Modules that export plain data, which the build computes. */
const COMPUTED = {
  name: 'computed',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](?:suites[\\/]catalogue|proof[\\/]catches)\.ts$/ }, async ({ path }) => ({
      contents: Object.entries(await tsImport(path, import.meta.url))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n'),
    }));
  },
};

/** Bundles everything. One file loads faster than a thousand. @returns the files by name, and the paths of what is in them */
async function bundled() {
  const options = { ...OPTIONS, metafile: true, plugins: [COMPUTED] };
  const entryPoints = ['src/cli/main.ts', 'src/api/index.ts', 'src/runner/rules-worker.ts'];
  // It must run even if others are missing, and say so on an old Node.
  const alone = { entryPoints: { cli: 'src/cli/entry.ts' }, external: ['./main.js'], target: 'node12.20' };
  const results = await Promise.all([
    build({ ...options, entryPoints, entryNames: '[name]', chunkNames: '[name]-[hash]', splitting: true }),
    build({ ...options, ...alone, banner: {} }),
  ]);
  const files = new Map(
    results.flatMap(({ outputFiles }) => outputFiles.map((file) => [basename(file.path), file.contents])),
  );
  files.set('page.css', fs.readFileSync('src/render/page.css'));
  return { files, inputs: results.flatMap(({ metafile }) => Object.keys(metafile.inputs)) };
}

/** Returns the licences of the bundled libraries, as they require, and the list of them in CycloneDX. */
function libraries(inputs) {
  const paths = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const all = [...new Set(paths.toSorted((a, b) => a.localeCompare(b)))].map((folder) => {
    const { name, version, license } = JSON.parse(fs.readFileSync(`${folder}/package.json`, 'utf8'));
    const file = fs.readdirSync(folder).find((each) => /^licen[cs]e(?:\.|$)/i.test(each));
    const text = file === undefined ? `${license} licence` : fs.readFileSync(`${folder}/${file}`, 'utf8');
    return { name, version, license, text };
  });
  const component = (type, { name, version, license }) => ({
    type,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ expression: license }],
  });
  const metadata = { component: component('application', manifest) };
  const components = all.map((library) => component('library', library));
  const sbom = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components };
  const texts = all.map(({ name, version, text }) => `${name} ${version}\n\n${text.trim()}\n`);
  return { licences: texts.join('\n---\n\n'), sbom: `${JSON.stringify(sbom, null, 2)}\n` };
}

/** Writes a file as a whole, because other processes may read it. */
function write(path, content) {
  const beside = `${path}.${process.pid}`;
  fs.writeFileSync(beside, content, { mode: 0o755 });
  fs.renameSync(beside, path);
}

if ('20.19'.localeCompare(process.versions.node, undefined, { numeric: true }) > 0)
  stop(`Node 20.19 or later is needed; this is ${process.versions.node}.`);
if (!fs.existsSync('node_modules/esbuild')) stop('The libraries are missing; run npm ci first.');
const began = new Date();
const cli = join(DIST, 'cli.js');
if (fs.existsSync(cli) && fs.statSync(cli).mtimeMs > Math.max(...SOURCES.map(changedAt))) process.exit();
const { build } = await import('esbuild');
const { tsImport } = await import('tsx/esm/api');
const { reportSchema, apiTypes } = await tsImport('./api-types.ts', import.meta.url);
const { files, inputs } = await bundled();
const { licences, sbom } = libraries(inputs);
files.set('conformance.schema.json', `${JSON.stringify(reportSchema, null, 2)}\n`);
files.set('LICENSES.txt', licences);
// The package contains this build only.
files.set('.npmignore', `/*\n!/types/\n${[...files.keys()].map((name) => `!/${name}\n`).join('')}`);
fs.mkdirSync(DIST, { recursive: true });
const tsc = ['node_modules/typescript/bin/tsc', '-p', 'scripts/tsconfig.types.json'];
execFileSync(process.execPath, tsc, { stdio: 'inherit' });
write(join(DIST, 'types/src/api/types.d.ts'), apiTypes);
const lastEntries = (one, other) => ENTRIES.indexOf(one) - ENTRIES.indexOf(other);
for (const name of [...files.keys()].sort(lastEntries)) write(join(DIST, name), files.get(name));
write('sbom.json', sbom);
fs.utimesSync(cli, began, began);
for (const name of fs.readdirSync(DIST).filter((each) => each !== 'types' && !files.has(each)))
  if (began.getTime() - fs.statSync(join(DIST, name)).mtimeMs > KEPT_MS)
    fs.rmSync(join(DIST, name), { recursive: true });
