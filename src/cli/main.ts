#!/usr/bin/env node
import { Command, CommanderError, Option } from 'commander';
import { version } from '../run/version.ts';
import { orUsageError, UsageError } from './usage-error.ts';

/** Flags of the command line by the name of their setting; what is not given is left to the other sources. */
type Flags = Record<string, string | readonly string[] | boolean | undefined>;

const BY_SETTING: Readonly<Record<string, string>> = {
  baseUrl: 'BASE_URL',
  owner: 'OWNER',
  repo: 'REPO',
  privateOwner: 'PRIVATE_OWNER',
  privateRepo: 'PRIVATE_REPO',
  writes: 'WRITES',
  profile: 'PROFILE',
  only: 'ONLY',
  skip: 'SKIP',
  seed: 'SEED',
  concurrency: 'CONCURRENCY',
  maxRequests: 'MAX_REQUESTS',
  maxRate: 'MAX_RATE',
  timeout: 'TIMEOUT_MS',
  deadline: 'DEADLINE_S',
  listedWithin: 'LISTED_WITHIN_MS',
  reportDir: 'REPORT_DIR',
  baseline: 'BASELINE',
  allowIncomplete: 'ALLOW_INCOMPLETE',
};

function settingsOf(flags: Flags): Record<string, string> {
  return Object.fromEntries(
    Object.entries(flags).flatMap(([name, value]) => {
      const setting = BY_SETTING[name];
      if (setting === undefined || value === undefined) return [];
      return [[setting, [value].flat().join(' ')]];
    }),
  );
}

const SETTINGS_HELP = `
Every flag has a variable of the environment or of a file .env (BASE_URL, OWNER, REPO, …); a flag beats the environment,
which beats .env. Some settings have no flag: TOKEN (a token that may use both repositories), OUTSIDER_TOKEN (a valid
token without access to the private one), ACCEPT, API_VERSION and API_VERSION_HEADER.

Exit status: 0 conformant, 1 a rule is broken, 2 a bad setting or an unusable target, 3 incomplete: a rule that decides
could not be decided, 4 a fault of this program.`;

function build(finish: (status: number) => void): Command {
  const program = new Command('issue-conformance')
    .description('Checks any implementation of the issue service against every documented rule.')
    .version(version)
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError('(--help lists what is allowed)')
    .addHelpText(
      'after',
      '\nWithout a command it runs. Settings, their flags and exit statuses: issue-conformance run --help',
    );

  program
    .command('run', { isDefault: true })
    .description('check one target and write the reports; without a base URL, the bundled reference service')
    .option('--base-url <url>', 'where the service is: http or https, any path prefix (BASE_URL)')
    .option('--owner <name>', 'owner of the public repository (OWNER)')
    .option('--repo <name>', 'name of the public repository (REPO)')
    .option(
      '--private-owner <name>',
      'owner of the private repository; OWNER where not given (PRIVATE_OWNER)',
    )
    .option('--private-repo <name>', 'a private repository that TOKEN may read (PRIVATE_REPO)')
    .option(
      '--writes <mode>',
      'none: only GET; rejected: also what must be refused; all: also creates issues (WRITES; none, all with the bundled service)',
    )
    .option('--profile <name>', 'quick, standard or thorough (PROFILE; standard)')
    .option('--only <rule...>', 'rule ids, or their beginnings, to try')
    .option('--skip <rule...>', 'rule ids, or their beginnings, to leave out')
    .option('--seed <number>', 'of everything generated (SEED; random, and printed)')
    .option('--concurrency <number>', 'requests in flight at most (CONCURRENCY; 8)')
    .option('--max-requests <number>', 'requests in all, never exceeded (MAX_REQUESTS; by profile)')
    .option('--max-rate <number>', 'requests a second (MAX_RATE; no limit)')
    .option('--timeout <ms>', 'of one request, whole (TIMEOUT_MS; 10000)')
    .option(
      '--deadline <s>',
      'of the whole run; past it what is undecided is inconclusive (DEADLINE_S; by profile)',
    )
    .option('--listed-within <ms>', 'how long a new issue may take to be listed (LISTED_WITHIN_MS; 10000)')
    .option('--report-dir <folder>', 'where the reports go (REPORT_DIR; reports)')
    .option('--baseline <file>', 'known failures, a rule id a line (BASELINE)')
    .option(
      '--allow-incomplete',
      'exit 0 where nothing is broken, though not all could be decided (ALLOW_INCOMPLETE)',
    )
    .addHelpText('after', SETTINGS_HELP)
    .action(async (flags: Flags) => {
      const { runCommand } = await import('./run.ts');
      finish(await runCommand(settingsOf(flags)));
    });

  program
    .command('rules')
    .description('the catalogue of rules; touches no network')
    .addOption(new Option('--json', 'as JSON').conflicts('markdown'))
    .addOption(new Option('--markdown', 'as a Markdown table').conflicts('json'))
    .action(async ({ json, markdown }: { json?: boolean; markdown?: boolean }) => {
      const [{ rulesText }, { widthOf }] = await Promise.all([
        import('./rules.ts'),
        import('../report/terminal/terminal.ts'),
      ]);
      const format = json === true ? 'json' : markdown === true ? 'markdown' : 'table';
      process.stdout.write(rulesText({ format, width: widthOf(process.stdout) }));
    });

  program
    .command('explain')
    .argument('<rule>', 'a rule id')
    .description('one rule: what it says, how it is tried, what breaking it does, the faults that it catches')
    .action(async (rule: string) => {
      const [{ explainText }, { colorWanted, widthOf }] = await Promise.all([
        import('./explain.ts'),
        import('../report/terminal/terminal.ts'),
      ]);
      const options = { color: colorWanted(process.stdout), width: widthOf(process.stdout) };
      process.stdout.write(orUsageError(() => explainText(rule, options)));
    });

  program
    .command('compare')
    .argument('<report...>', 'two reports, the older one first, or more than two')
    .description(
      'two reports: what got worse, better or was observed to change; more: a matrix, rules by targets',
    )
    .addOption(
      new Option('--format <name>', 'what it is shown as')
        .choices(['text', 'markdown', 'html'])
        .default('text'),
    )
    .option('--output <file>', 'write it to a file instead')
    .addHelpText('after', '\nExit status: 0 nothing got worse, 1 something did, 2 it cannot be compared.')
    .action(async (paths: string[], flags: { format: 'text' | 'markdown' | 'html'; output?: string }) => {
      const { compareCommand } = await import('./compare.ts');
      finish(await compareCommand(paths, flags));
    });

  program
    .command('serve')
    .description('run the reference service, for people who write clients')
    .option('--port <number>', 'the port to listen on, on 127.0.0.1; a free one where not given')
    .option('--fault <id...>', 'break it on purpose')
    .option('--list-faults', 'the faults that there are, with the rules that catch them')
    .action(async (flags: { port?: string; fault?: string[]; listFaults?: boolean }) => {
      const { serveCommand } = await import('./serve.ts');
      await serveCommand(flags);
    });

  return program;
}

/** Exit statuses of what ends without a report. */
const USAGE = 2;
const BROKEN = 4;

async function main(): Promise<void> {
  let status = 0;
  try {
    await build((ended) => {
      status = ended;
    }).parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) status = error.exitCode === 0 ? 0 : USAGE;
    else if (error instanceof UsageError) {
      process.stderr.write(`issue-conformance: ${error.message}\n`);
      status = USAGE;
    } else {
      const text = error instanceof Error ? error.message : String(error);
      process.stderr.write(`issue-conformance: a fault of this program, not of the target: ${text}\n`);
      if (process.env['DEBUG'] !== undefined && error instanceof Error)
        process.stderr.write(`${error.stack ?? ''}\n`);
      status = BROKEN;
    }
  }
  // The process ends by itself, so that what was written reaches its reader.
  process.exitCode = status;
}

// A reader that has seen enough (`| head`) closes the pipe; that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

await main();
