import { readFile } from 'node:fs/promises';
import {
  bundleFromString,
  createConfig,
  lintFromString,
  type NormalizedProblem,
} from '@redocly/openapi-core';

interface Schema {
  readonly default?: unknown;
  readonly maxItems?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

/** The part of an OpenAPI description that is needed, with references resolved. */
interface Description {
  readonly paths: Readonly<
    Record<
      string,
      { readonly parameters: readonly Parameter[]; readonly get: Operation; readonly post: Operation }
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const source = await readFile('openapi.yaml', 'utf8');

const config = await createConfig({
  extends: ['recommended-strict'],
  // The specification names no licence.
  rules: { 'info-license': 'off' },
});

/** Returns the linter's problems of the description or another text. */
export const lint = (text = source): Promise<NormalizedProblem[]> =>
  lintFromString({ source: text, absoluteRef: 'openapi.yaml', config });

const { bundle } = await bundleFromString({
  source,
  absoluteRef: 'openapi.yaml',
  config,
  dereference: true,
});
const description = bundle.parsed as Description;

export const { schemas } = description.components;
export const paths = Object.keys(description.paths);

/** Both operations with their methods and path parameters. */
export const operations = Object.values(description.paths).flatMap(({ parameters, get, post }) => [
  { method: 'GET', operation: get, parameters: [...parameters, ...(get.parameters ?? [])] },
  { method: 'POST', operation: post, parameters: [...parameters, ...(post.parameters ?? [])] },
]);
