import { copyFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { INSTALLED } from '../examples/gallery.ts';

/** A program from npm, and its set-up as an issue service. */
export interface Program {
  readonly name: (typeof INSTALLED)[number];
  /** Name in reports. */
  readonly label: string;
  /** Package with exact version. */
  readonly spec: string;
  /** Date that limits the versions of dependencies, so that the same tree is installed each time. */
  readonly before: string;
  readonly bin: string;
  /** Port in the report. */
  readonly port: number;
  /** Writes the files that the program needs into its folder. @returns its arguments */
  readonly setUp: (folder: string, port: number) => Promise<readonly string[]>;
}

export const OWNER = 'acme';
export const REPO = 'widgets';

const ISSUES = 143;
/** Numbers of closed issues: not the newest one, and all among the newest 100. */
const CLOSED: ReadonlySet<number> = new Set([47, 86, 113, 115, 131, 140]);

const issues = Array.from({ length: ISSUES }, (_, index) => ({
  id: index + 1,
  title: `Issue ${index + 1}`,
  body: `Number ${index + 1}.`,
  state: CLOSED.has(index + 1) ? 'closed' : 'open',
  created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
}));

const description = resolve('openapi.yaml');

export const programs: readonly Program[] = [
  {
    name: 'json-server',
    label: 'json-server 0.17.4',
    spec: 'json-server@0.17.4',
    before: '2024-12-31',
    bin: 'json-server',
    port: 4004,
    setUp: async (folder, port) => {
      await writeFile(join(folder, 'db.json'), JSON.stringify({ issues }));
      const [routes, parameters] = ['routes.json', 'parameters.cjs'];
      for (const file of [routes, parameters])
        await copyFile(join('scripts/gallery/json-server', file), join(folder, file));
      const where = ['--host', '127.0.0.1', '--port', String(port)];
      return ['db.json', ...where, '--quiet', '--routes', routes, '--middlewares', parameters];
    },
  },
  {
    name: 'prism',
    label: 'prism 5.14.2',
    // Later versions do not support Node 20.
    spec: '@stoplight/prism-cli@5.14.2',
    before: '2025-10-15',
    bin: 'prism',
    port: 4005,
    setUp: (_, port) => Promise.resolve(['mock', '--host', '127.0.0.1', '--port', String(port), description]),
  },
  {
    name: 'mockoon',
    label: 'mockoon 9.9.0',
    spec: '@mockoon/cli@9.9.0',
    before: '2026-09-23',
    bin: 'mockoon-cli',
    port: 4006,
    setUp: (_, port) => {
      const where = ['--hostname', '127.0.0.1', '--port', String(port)];
      return Promise.resolve([
        'start',
        ...where,
        '--disable-admin-api',
        '--disable-log-to-file',
        '--data',
        description,
      ]);
    },
  },
];
