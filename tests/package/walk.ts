import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { started } from '../ci/steps.ts';
import { placeAction, useAction } from '../ci/use-action.ts';
import { freePort } from '../support/free-port.ts';

/** A step of the five minutes and its result. */
export interface Walked {
  /** Heading of the step. */
  readonly title: string;
  /** Explanation as Markdown. */
  readonly says: string;
  /** The command or change; `null` if the text is enough. */
  readonly command: string | null;
  readonly kind: 'sh' | 'diff' | 'yaml';
  readonly printed: string;
  readonly status: number;
  /** The expected exit status. */
  readonly wanted: number;
}

const PORT = '4000';
const TOKENS = ['TOKEN=ada-0123456789abcdef', 'OUTSIDER_TOKEN=bob-0123456789abcdef'];
const SETTINGS = [
  `BASE_URL=http://127.0.0.1:${PORT}`,
  'OWNER=acme',
  'REPO=widgets',
  'PRIVATE_REPO=vault',
  ...TOKENS,
  'WRITES=all',
  'LABEL=shop',
];

/** The two bugs and their fixes. */
const FIRST = {
  wrong: `  const size = Math.min(Number(query.get('per_page') ?? 30), 100);`,
  right: `  const asked = Number(query.get('per_page') ?? 30);
  const size = asked >= 1 ? Math.min(asked, 100) : 30;`,
};
const SECOND = {
  wrong: `  if (!payload?.title) return [422, { message: 'no title' }];`,
  right: `  if (typeof payload?.title !== 'string') return [422, { message: 'no title' }];`,
};

const lines = (text: string, sign: string): string => text.replaceAll(/^/gm, sign);
const diffOf = ({ wrong, right }: typeof FIRST): string => `${lines(wrong, '-')}\n${lines(right, '+')}`;

/** Starts the service in the folder and waits until it listens. @returns a function that stops it */
async function serve(folder: string, port: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['service.mjs', port], { cwd: folder, stdio: 'ignore' });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  let isThere = false;
  for (let tries = 0; tries < 200 && !isThere; tries += 1) {
    isThere = await fetch(`http://127.0.0.1:${port}/repos/acme/widgets/issues`).then(
      (response) => response.ok,
      () => false,
    );
    if (!isThere) await new Promise((soon) => setTimeout(soon, 50));
  }
  if (!isThere) throw new Error('the service does not listen');
  return async () => {
    child.kill();
    await ended;
  };
}

/**
 * Walks through the five minutes: empty folder, package, service with two bugs, failing gate, fixes, passing
 * gate, nightly run, action.
 *
 * @param tarball the output of `npm pack`
 */
export async function walk(tarball: string): Promise<readonly Walked[]> {
  const root = await mkdtemp(join(tmpdir(), 'issue-conformance-walk-'));
  const folder = join(root, 'shop');
  const port = String(await freePort());
  const walked: Walked[] = [];
  let stop = async (): Promise<void> => undefined;
  /** Replaces port and folder by those of the page. */
  const shown = (text: string): string =>
    text.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${PORT}`).replaceAll(root, '').trimEnd();
  const enter = async (title: string, says: string, command: string, wanted: number): Promise<void> => {
    const { status, output } = await started(['bash', '-c', command.replaceAll(PORT, port)], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        NPM_CONFIG_LOGLEVEL: 'error',
        // npm uses its cache.
        NPM_CONFIG_PREFER_OFFLINE: 'true',
      },
    });
    walked.push({ title, says, command, kind: 'sh', printed: shown(output), status: status ?? -1, wanted });
  };
  const fix = async (title: string, says: string, change: typeof FIRST): Promise<void> => {
    const path = join(folder, 'service.mjs');
    const before = await readFile(path, 'utf8');
    if (!before.includes(change.wrong)) throw new Error(`${path} has no line like "${change.wrong}"`);
    await writeFile(path, before.replace(change.wrong, change.right));
    walked.push({ title, says, command: diffOf(change), kind: 'diff', printed: '', status: 0, wanted: 0 });
  };
  const GATE = 'npx --no-install issue-conformance --seed 1';
  try {
    await mkdir(folder);
    await cp('docs/five-minutes/service.mjs', join(folder, 'service.mjs'));
    const file = tarball.split('/').at(-1) ?? '';
    await cp(resolve(tarball), join(folder, file));
    await enter(
      'Install',
      'An empty folder with a [service](five-minutes/service.mjs) that has two bugs, and the package file that `npm pack` made.',
      `npm init --yes > package.log && npm install --save-dev --no-audit --no-fund ./${file}`,
      0,
    );
    stop = await serve(folder, port);
    await enter(
      'Configure',
      `Start the service (\`node service.mjs ${PORT}\`). Put its address, repositories and tokens into \`.env\`, and do not commit that file. A dry run says what a run would send and create.`,
      `printf '%s\\n' ${SETTINGS.join(' ')} > .env\nnpx --no-install issue-conformance --dry-run`,
      0,
    );
    await enter(
      'Run the gate',
      'The gate is red: three rules fail. The summary has the evidence of each failure and a curl command to reproduce it; so has `reports/report.html`.',
      GATE,
      1,
    );
    await enter(
      'Understand a failure',
      'What does a rule say, and what is its impact?',
      'npx --no-install issue-conformance explain list.per-page.zero',
      0,
    );
    await stop();
    await fix(
      'Fix the page size',
      'Two failures come from one line: an invalid page size has to fall back to 30, and was used as it is.',
      FIRST,
    );
    await fix('Fix the title', 'The third failure: a title that is not a string was accepted.', SECOND);
    stop = await serve(folder, port);
    await enter(
      'Replay the failures',
      'Do they still happen?',
      'npx --no-install issue-conformance replay reports/conformance.json',
      0,
    );
    await enter('Run the gate again', 'The gate is green.', GATE, 0);
    await enter(
      'The first night',
      'A nightly run tries more, and keeps each report in a history.',
      'npx --no-install issue-conformance --profile thorough --seed 2 --history history > night.log',
      0,
    );
    await stop();
    const path = join(folder, 'service.mjs');
    await writeFile(path, (await readFile(path, 'utf8')).replace(SECOND.right, SECOND.wrong));
    stop = await serve(folder, port);
    await enter(
      'The second night',
      'Somebody has put the second bug back. The summary begins with what is new.',
      'npx --no-install issue-conformance --profile thorough --seed 3 --history history',
      1,
    );
    const { steps, status, workspace } = await useAction(await placeAction(root), {
      'base-url': `http://127.0.0.1:${port}`,
      owner: 'acme',
      repo: 'widgets',
      writes: 'all',
      profile: 'quick',
      token: TOKENS[0]?.split('=')[1] ?? '',
    });
    const commands = steps.flatMap(({ output }) => output.match(/^::(?:error|warning|notice).*$/gm) ?? []);
    const outputs = Object.entries(steps.find(({ step }) => step.id === 'report')?.outputs ?? {});
    walked.push({
      title: 'In a pull request',
      says: 'The same bug in a pull request, checked by the GitHub action: its annotations, and its outputs for later steps.',
      command: `- uses: issue-conformance/issue-conformance@v0.3.0
  with:
    base-url: http://127.0.0.1:${PORT}
    owner: acme
    repo: widgets
    writes: all
    profile: quick
    token: \${{ secrets.ISSUES_TOKEN }}`,
      kind: 'yaml',
      printed: shown(
        [...commands, '', ...outputs.map(([name, value]) => `${name}=${value}`)]
          .join('\n')
          .replaceAll(workspace, '/workspace'),
      ),
      status,
      wanted: 1,
    });
    return walked;
  } finally {
    await stop();
    await rm(root, { recursive: true, force: true });
  }
}

/** Lines of the longest output shown in full; longer ones are truncated in the middle. */
const MOST_LINES = 36;

const fenced = (kind: string, text: string): string => `\`\`\`${kind}\n${text}\n\`\`\``;

function truncated(printed: string): string {
  const all = printed.split('\n');
  const [head, tail] = [MOST_LINES - 8, 6];
  return all.length <= MOST_LINES
    ? printed
    : [...all.slice(0, head), `… ${all.length - head - tail} lines …`, ...all.slice(-tail)].join('\n');
}

/** Returns `docs/five-minutes.md` from the steps. */
export function walkPage(walked: readonly Walked[]): string {
  const steps = walked.map(({ title, says, command, kind, printed, status }, index) => {
    const parts = [
      `## ${index + 1}. ${title}`,
      says,
      ...(command === null ? [] : [fenced(kind === 'sh' ? 'sh project' : kind, command)]),
      ...(printed === '' ? [] : [fenced('text', truncated(printed))]),
      ...(kind === 'diff' ? [] : [`Exit status ${status}.`]),
    ];
    return parts.join('\n\n');
  });
  return `# Five minutes

From an empty folder to a gate, a nightly run and a step in CI. \`npm run five-minutes\` takes these steps and writes this page,
with all output as it was printed; long output is truncated. A test takes the same steps.

${steps.join('\n\n')}

## Then

[docs/examples](examples) has the reports of a run against \`emulate\`, a program of others, in all formats.
[The proof](proof.md) says how far a verdict can be trusted.
`;
}
