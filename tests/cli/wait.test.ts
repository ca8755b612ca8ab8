import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { alwaysAnswer, serveHttp } from '../support/serve.ts';

const LIST = JSON.stringify(Array.from({ length: 30 }, (_, index) => ({ id: index + 1 })));
const ARGS = ['--profile', 'quick', '--only', 'list.ok', '--seed', '1'];

describe('--wait', () => {
  it('waits for a service that is just being started, and says so beside the report and in it', async () => {
    const paths: string[] = [];
    const service = await serveHttp((request, response) => {
      paths.push(`${request.url} ${String(request.headers['x-gateway-key'])}`);
      alwaysAnswer(paths.length < 3 ? 503 : 200, LIST)(request, response);
    });
    const { stderr, report } = await runCli([...ARGS, '--wait', '60'], {
      env: { BASE_URL: service.baseUrl, OWNER: 'acme', REPO: 'widgets', HEADERS: 'X-Gateway-Key: gate-0123' },
    });
    await service.stop();
    expect(paths.slice(0, 3)).toEqual(Array(3).fill('/repos/acme/widgets/issues gate-0123'));
    expect(stderr).toContain('waiting up to 60 s (WAIT_S) for http://127.0.0.1');
    expect(stderr).toContain('currently: 503');
    expect(report?.run.waits?.startMs).toBeGreaterThanOrEqual(1000);
    // Requests of the wait do not count.
    expect(report?.run.requests).toBe(paths.length - 3);
  });

  it('begins the run in the end, which says that it was waited for', async () => {
    const service = await serveHttp(alwaysAnswer(404, '{}'));
    const { status, stdout, report } = await runCli([...ARGS, '--wait', '1'], {
      env: { BASE_URL: service.baseUrl, OWNER: 'acme', REPO: 'widgets' },
    });
    await service.stop();
    expect(status).toBe(2);
    expect(report?.problem).toMatch(/404.*OWNER, REPO.* That is so after waiting 1 s \(WAIT_S\)\.$/s);
    expect(stdout).toContain('waited 1 s for the target to start (WAIT_S)');
  });

  it('says nothing where the service is there', async () => {
    const service = await serveHttp(alwaysAnswer(200, LIST));
    const { stderr, stdout } = await runCli([...ARGS, '--wait', '60'], {
      env: { BASE_URL: service.baseUrl, OWNER: 'acme', REPO: 'widgets' },
    });
    await service.stop();
    expect(stderr).toBe('');
    expect(stdout).not.toContain('waited');
  });
});
