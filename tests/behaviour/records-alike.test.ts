import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { serveHttp } from '../support/serve.ts';

describe('records that are all alike', () => {
  it('raise no alarm, though most rules cannot be decided on them', async () => {
    const answer = JSON.stringify(Array.from({ length: 100 }, () => ({ kind: 'issue' })));
    const service = await serveHttp((request, response) => {
      const url = new URL(request.url ?? '', 'http://service');
      const known = url.pathname === '/repos/acme/widgets/issues';
      const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 30));
      const status = request.headers.authorization === undefined ? (known ? 200 : 404) : 401;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        status === 200
          ? JSON.stringify((JSON.parse(answer) as unknown[]).slice(0, size <= 0 ? 30 : size))
          : '{}',
      );
    });
    try {
      const { report } = await runCli([], {
        env: { BASE_URL: service.baseUrl, OWNER: 'acme', REPO: 'widgets' },
      });
      expect(report?.rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
      expect(report?.rules.find(({ id }) => id === 'list.per-page.default')?.verdict).toBe('pass');
      expect(report?.rules.find(({ id }) => id === 'list.page.second')?.verdict).toBe('inconclusive');
    } finally {
      await service.stop();
    }
  });
});
