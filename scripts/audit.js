// Asks the registry for known weaknesses of all that the lock file has: npm run audit
//
// Development dependencies count, too: what is bundled into dist is no dependency of who installs the package, and stands
// in no audit of theirs. Where a registry does not answer, as many mirrors do not, it says so and fails nothing.
import { spawnSync } from 'node:child_process';

const { stdout, error } = spawnSync('npm', ['audit', '--json', '--include=dev', '--offline=false'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
  maxBuffer: 64 * 1024 * 1024,
  // npm is a script of the shell there.
  shell: process.platform === 'win32',
});
if (error !== undefined) throw error;

const answer = JSON.parse(stdout);
if (answer.vulnerabilities === undefined) {
  const why = answer.message ?? answer.error?.summary ?? 'no reason given';
  process.stdout.write(`The registry did not answer the audit, so nothing is known: ${why}\n`);
} else {
  const found = Object.values(answer.vulnerabilities);
  for (const { name, severity, via } of found) {
    const whys = via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} (${one.url})`));
    process.stdout.write(`${severity}: ${name}, ${whys.join('; ')}\n`);
  }
  const { dependencies } = answer.metadata;
  process.stdout.write(`${found.length} of ${dependencies.total} packages have known weaknesses.\n`);
  if (found.length > 0) process.exitCode = 1;
}
