import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { parseWorkflow as parseWorkflowOf } from '@actions/workflow-parser';
import type { parseAction as parseActionOf } from '@actions/workflow-parser/actions/index';
import type { NoOperationTraceWriter as Silent } from '@actions/workflow-parser/templates/trace-writer';
import { build } from 'esbuild';

interface Parser {
  readonly parseWorkflow: typeof parseWorkflowOf;
  readonly parseAction: typeof parseActionOf;
  readonly NoOperationTraceWriter: typeof Silent;
}

/** Bundles GitHub's parser, because it imports JSON in a way that only bundlers support. */
async function bundled(): Promise<Parser> {
  const folder = await mkdtemp(resolve('node_modules', '.issue-conformance-'));
  const outfile = join(folder, 'parser.mjs');
  const from = '@actions/workflow-parser';
  try {
    await build({
      stdin: {
        contents: `export { parseWorkflow } from '${from}';
export { parseAction } from '${from}/actions/index';
export { NoOperationTraceWriter } from '${from}/templates/trace-writer';`,
        resolveDir: resolve('.'),
      },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'warning',
      banner: {
        js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
      },
    });
    return (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as Parser;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const { parseAction, parseWorkflow, NoOperationTraceWriter } = await bundled();

/** Returns GitHub's errors for a workflow or `action.yml`, by its own schema and contexts. */
export function problemsOf(name: string, content: string): readonly string[] {
  const trace = new NoOperationTraceWriter();
  const parsed = name.endsWith('action.yml')
    ? parseAction({ name, content }, trace)
    : parseWorkflow({ name, content }, trace);
  return parsed.context.errors.getErrors().map(String);
}
