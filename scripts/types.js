// Writes the types of the package: those that src/api/index.ts exports, and no others.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

const ENTRY = 'src/api/index.ts';
const TSC = 'node_modules/typescript/bin/tsc';
const IMPORTED = /(\bfrom\s+')(\.{1,2}\/[^']+)\.ts(')/g;

/**
 * Writes the declarations of some sources to a folder. Imports are not followed, because reading the whole
 * program takes far longer. Exports state their types, so they are not needed.
 */
async function declare(sources, folder) {
  const config = join(folder, 'tsconfig.json');
  const root = resolve('.');
  const compilerOptions = {
    rootDir: root,
    outDir: folder,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    noResolve: true,
    noCheck: true,
    types: [],
  };
  const files = sources.map((source) => join(root, source));
  await writeFile(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }),
  );
  await promisify(execFile)(process.execPath, [TSC, '-p', config]);
}

/** Returns the TypeScript type of a JSON Schema, as far as zod makes them. */
function typeOf(schema, indent = '') {
  const { type, properties, required = [], additionalProperties, items, anyOf } = schema;
  const literals = 'const' in schema ? [schema.const] : schema.enum;
  if (literals !== undefined) return literals.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf !== undefined) return anyOf.map((each) => typeOf(each, indent)).join(' | ');
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each }, indent)).join(' | ');
  if (type === 'array') return `ReadonlyArray<${typeOf(items, indent)}>`;
  if (type === 'integer') return 'number';
  if (['string', 'number', 'boolean', 'null'].includes(type)) return type;
  if (properties !== undefined) {
    const lines = Object.entries(properties).map(([name, each]) => {
      const means = each.description === undefined ? '' : `${indent}  /** ${each.description} */\n`;
      const value = typeOf(each, `${indent}  `);
      const key = required.includes(name) ? `${name}: ${value}` : `${name}?: ${value} | undefined`;
      return `${means}${indent}  readonly ${key};`;
    });
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
  if (type === 'object') return `Readonly<Record<string, ${typeOf(additionalProperties, indent)}>>`;
  if (Object.keys(schema).length === 0) return 'unknown';
  throw new Error(`No type is known for the schema ${JSON.stringify(schema)}`);
}

/**
 * Writes the declarations of the public entry, and of all types that it names, to a folder, with their paths.
 * @param schemas the JSON Schemas of types that would need zod, by the file and the name of each
 */
export async function writeTypes(folder, schemas) {
  const made = await mkdtemp(join(tmpdir(), 'issue-conformance-types-'));
  try {
    await mkdir(join(folder, 'src/api'), { recursive: true });
    for (const [file, name, schema] of schemas)
      await writeFile(
        join(folder, `src/api/${file}.d.ts`),
        `/** ${schema.description ?? name} */\nexport type ${name} = ${typeOf(schema)};\n`,
      );
    const written = new Set(schemas.map(([file]) => `src/api/${file}.ts`));
    for (let sources = [ENTRY]; sources.length > 0; ) {
      await declare(sources, made);
      const named = new Set();
      for (const source of sources) {
        const name = source.replace(/\.ts$/, '.d.ts');
        const text = await readFile(join(made, name), 'utf8');
        for (const [, , path] of text.matchAll(IMPORTED))
          named.add(relative('.', resolve(dirname(source), `${path}.ts`)));
        const target = join(folder, name);
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, text.replaceAll(IMPORTED, '$1$2.js$3'));
        written.add(source);
      }
      sources = [...named].filter((one) => !written.has(one));
    }
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}
