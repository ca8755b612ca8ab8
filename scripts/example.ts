// Puts the summary of a run against the emulator into the README: node scripts/run.js scripts/example.ts
import { readFile, writeFile } from 'node:fs/promises';
import { settingsOf } from '../tests/emulate/settings.ts';
import { startEmulate } from '../tests/emulate/start.ts';
import { runCli } from '../tests/support/cli.ts';

const START = '<!-- example:start -->';
const END = '<!-- example:end -->';

const service = await startEmulate();
try {
  const { stdout } = await runCli(['--seed', '1'], { env: settingsOf(service) });
  const text = stdout
    // The port and the folder are this run's own.
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:4001')
    .replaceAll(/\/\S*\/issue-conformance-\w+\//g, 'reports/');
  const readme = await readFile('README.md', 'utf8');
  const [before, rest] = readme.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`README.md lacks ${START} or ${END}`);
  await writeFile('README.md', `${before}${START}\n\n\`\`\`text\n${text.trim()}\n\`\`\`\n\n${END}${after}`);
} finally {
  await service.stop();
}
