// Asks the registry for known vulnerabilities of all packages in the lock file: npm run audit
//
// Development dependencies count too: some are bundled into dist, and no audit of users covers them. If the
// registry does not answer, as many mirrors do not, the script says so and does not fail.
import { spawnSync } from 'node:child_process';

const { stdout, error } = spawnSync('npm', ['audit', '--json', '--include=dev', '--offline=false'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
  maxBuffer: 64 * 1024 * 1024,
  // On Windows, npm is a shell script.
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
