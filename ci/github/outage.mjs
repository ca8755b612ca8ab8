// Opens one issue on GitHub for each outage of a target: node outage.mjs status.json
//
// The issue is opened if the target got worse. It is closed after a decided run in which all its rules pass, and never after an
// interrupted, unusable or incomplete run. Copy this file beside targets.yaml. GH_TOKEN must be allowed to write issues. It calls
// GitHub's command line, gh. The tests replace gh by calls of the same API; gh itself was not tried.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const LABEL = 'issue-conformance';
/** Ids of rules come from this program, never from a target. */
const RULE = /^[a-z][a-z0-9.-]{0,99}$/;

/** The address of a CI run, without characters that end a link. */
const ADDRESS = /^https?:\/\/[\w./:-]+$/;

const gh = (...args) =>
  execFileSync(process.env.GH ?? 'gh', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const titleOf = ({ label }) => `Conformance: ${label}`;
/** A version comes from the service, so characters that GitHub interprets are replaced. */
const plain = (text) =>
  String(text)
    .replaceAll(/[^\w.+:-]/g, '_')
    .slice(0, 60);
const namedIn = (body) =>
  /<!-- rules: ([a-z0-9. -]*) -->/
    .exec(body ?? '')?.[1]
    ?.split(' ')
    .filter((id) => RULE.test(id)) ?? [];

function bodyOf(rules, { label, version, ci }) {
  const where = [
    `target \`${plain(label)}\``,
    ...(version === undefined ? [] : [`version \`${plain(version)}\``]),
    ...(ADDRESS.test(ci?.url ?? '') ? [`[the run](${ci.url})`] : []),
  ];
  return [
    `These rules fail and did not in the last run that decided them (${where.join(', ')}):`,
    '',
    ...rules.map((id) => `- \`${id}\``),
    '',
    `<!-- rules: ${rules.join(' ')} -->`,
  ].join('\n');
}

const [, , file = 'site/status.json'] = process.argv;
const { targets } = JSON.parse(readFileSync(file, 'utf8'));
const open = JSON.parse(
  gh('issue', 'list', '--state', 'open', '--label', LABEL, '--limit', '500', '--json', 'number,title,body'),
);

for (const target of targets) {
  const issue = open.find(({ title }) => title === titleOf(target));
  const worse = target.worse.map(({ id }) => id).filter((id) => RULE.test(id));
  const named = issue === undefined ? [] : namedIn(issue.body);
  const fresh = worse.filter((id) => !named.includes(id));
  if (issue === undefined && worse.length > 0) {
    gh('issue', 'create', '--title', titleOf(target), '--label', LABEL, '--body', bodyOf(worse, target));
    process.stdout.write(`${target.label}: opened for ${worse.join(' ')}\n`);
  } else if (issue !== undefined && fresh.length > 0) {
    gh('issue', 'edit', String(issue.number), '--body', bodyOf([...named, ...fresh], target));
    process.stdout.write(`${target.label}: added ${fresh.join(' ')}\n`);
  } else if (issue !== undefined) {
    const isWhole = target.decided && ['conformant', 'nonconformant'].includes(target.outcome);
    const unsolved = new Set([...target.failing, ...target.known, ...target.undecided]);
    if (!isWhole || named.length === 0 || named.some((id) => unsolved.has(id))) continue;
    gh('issue', 'close', String(issue.number), '--comment', 'Every rule that this issue names passes again.');
    process.stdout.write(`${target.label}: closed\n`);
  }
}
