import { spawn } from 'node:child_process';
import type { RequestListener } from 'node:http';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alwaysAnswer, serveHttp } from '../support/serve.ts';

/**
 * Runs `npm run audit` against a registry, although the caller's settings are offline and without development
 * dependencies.
 */
async function audited(answer: RequestListener) {
  const registry = await serveHttp(answer);
  try {
    const child = spawn(process.execPath, [resolve('scripts/audit.js')], {
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'production',
        npm_config_offline: 'true',
        npm_config_registry: `${registry.baseUrl}/`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const status = await new Promise((done) => child.on('close', done));
    return { status, output };
  } finally {
    await registry.stop();
  }
}

const WEAKNESS = {
  id: 1,
  url: 'https://example.invalid/advisories/1',
  title: 'A weakness that is made up',
  severity: 'high',
  vulnerable_versions: '<999',
};

describe('npm run audit', () => {
  it('names what the registry knows of a bundled library, and fails', async () => {
    const { status, output } = await audited((request, response) =>
      alwaysAnswer(request.method === 'POST' ? 200 : 404, JSON.stringify({ hono: [WEAKNESS] }))(
        request,
        response,
      ),
    );
    expect(output).toContain(`high: hono, ${WEAKNESS.title} (${WEAKNESS.url})\n1 of `);
    expect(status).toBe(1);
  });

  it('is content where the registry knows nothing', async () => {
    const { status, output } = await audited(alwaysAnswer(200, '{}'));
    expect(output).toMatch(/^0 of \d+ packages have known weaknesses\.\n$/);
    expect(status).toBe(0);
  });

  it('says in a sentence that the registry did not answer, and fails nothing', async () => {
    const { status, output } = await audited(alwaysAnswer(405, ''));
    expect(output).toMatch(/^The registry did not answer the audit, so nothing is known: 405 .*\n$/);
    expect(status).toBe(0);
  });
});
