import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { type FakeService, serveHttp } from '../support/serve.ts';

const run = promisify(execFile);

/** A git server like that of GitLab. */
export interface GitService extends FakeService {
  /** The process list at each accepted request. */
  readonly processes: readonly string[];
}

interface Door {
  readonly user: string;
  readonly password: string;
  /** The path above the repositories. */
  readonly below: string;
}

/** Serves the repositories of a folder with git's own program to one user. */
export async function serveGit(root: string, { user, password, below }: Door): Promise<GitService> {
  const processes: string[] = [];
  const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const service = await serveHttp((request, response) => {
    if (request.headers.authorization !== wanted) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="GitLab"' }).end();
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    void (async () => {
      const { stdout } = await run('ps', ['-A', '-o', 'args'], { maxBuffer: 16 * 1024 * 1024 });
      processes.push(stdout);
      const backend = spawn('git', ['http-backend'], {
        env: {
          PATH: process.env['PATH'] ?? '',
          GIT_PROJECT_ROOT: root,
          GIT_HTTP_EXPORT_ALL: '1',
          // The folder may belong to another user if tests run in a container.
          GIT_CONFIG_COUNT: '1',
          GIT_CONFIG_KEY_0: 'safe.directory',
          GIT_CONFIG_VALUE_0: '*',
          PATH_INFO: pathname.slice(below.length),
          QUERY_STRING: searchParams.toString(),
          REQUEST_METHOD: request.method ?? 'GET',
          CONTENT_TYPE: request.headers['content-type'] ?? '',
          HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
          GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      request.pipe(backend.stdin);
      const chunks: Buffer[] = [];
      backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      backend.on('close', () => {
        const all = Buffer.concat(chunks);
        const end = all.indexOf('\r\n\r\n');
        const headers = all
          .subarray(0, end)
          .toString('latin1')
          .split('\r\n')
          .map((line) => line.split(': ', 2) as [string, string]);
        response.writeHead(200, Object.fromEntries(headers)).end(all.subarray(end + 4));
      });
    })();
  });
  return { ...service, processes };
}
