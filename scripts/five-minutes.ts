// Follows the steps of docs/five-minutes.md and writes that page: npm run five-minutes
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { walk, walkPage } from '../tests/package/walk.ts';

const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-pack-'));
try {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', folder]);
  const name = /"filename": "([^"]+)"/.exec(stdout)?.[1] ?? '';
  const walked = await walk(join(folder, name));
  const odd = walked.filter(({ status, wanted }) => status !== wanted);
  for (const { command, status, wanted, printed } of odd)
    process.stderr.write(`${command}\n${printed}\nexit status ${status}, not ${wanted}\n`);
  if (odd.length > 0) process.exitCode = 1;
  else await writeFile('docs/five-minutes.md', walkPage(walked));
} finally {
  await rm(folder, { recursive: true, force: true });
}
