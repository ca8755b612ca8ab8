import { Command, CommanderError, Option } from 'commander';
import { REPOSITORY_NAMES } from '../host/bundled-meant.ts';
import { version } from '../host/plan.ts';
import type { RawSettings } from '../host/settings.ts';
import type { CompareFlags } from './compare.ts';
import type { Interruption } from './interruption.ts';
import { type Flags, flaggedSettings, settingsOf, withSettings } from './setting-flags.ts';
import { orUsageError, UsageError } from './usage-error.ts';

const SETTINGS_HELP = `
Every flag has a variable of the environment or of a file .env (BASE_URL, OWNER, REPO, …); a flag beats the environment,
which beats .env. Some settings have no flag: TOKEN (a token that may use both repositories), OUTSIDER_TOKEN (a valid
token without access to the private one), HEADERS (further headers for every request, a line each), ACCEPT, API_VERSION and
API_VERSION_HEADER.

Exit status: 0 conformant, 1 a rule is broken, 2 a bad setting or an unusable target, 3 incomplete: a rule that decides
could not be decided, 4 a fault of this program.`;

/** Settings of a replay that have a flag. */
const REPLAYED = [
  'BASE_URL',
  ...REPOSITORY_NAMES,
  'LABEL',
  'WRITES',
  'CONCURRENCY',
  'MAX_REQUESTS',
  'MAX_RATE',
  'TIMEOUT_MS',
  'DEADLINE_S',
  'WAIT_S',
  'LISTED_WITHIN_MS',
] as const;

const REPLAY_HELP = `
The target, its names, headers and tokens come from the settings alone, as in a run: a report is a file that anybody may have
written. That of a run on the bundled service starts that again. Without WRITES nothing is written to
any other, so failures of creations cannot be tried there without it.

Exit status: 1 something still fails, 0 nothing fails any more, 3 something cannot be tried, 2 a report or a setting that
is not usable.`;

const BASELINE_HELP = `
The file is YAML, for BASELINE (--baseline) of a run:

  known:
    - rule: list.per-page.zero
      expect: fail               # or inconclusive, skip
      kind: too-few              # optional: only this way of failing, or a list of them
      reason: "the gateway caps pages; fixed with its next version"
      issue: ISSUE-7             # optional
      expires: 2026-12-31        # optional: the last day on which it is accepted
  pins:
    - observation: observed.page.zero
      value: "200, same as page 1"
      reason: "the mobile app asks for page 0"

It is written with reasons that begin with TODO, and a run refuses those (exit status 2): nothing is accepted that nobody has
looked at. Undecided rules are commented out. Reasons of an earlier baseline that this run was held against are kept.

In a run: a failure as listed does not count (exit status 0, the outcome stays nonconformant). A rule that fails in another way,
leaks, stores or loses where its entry does not name that kind, an entry whose rule passes, one past its date, and a pinned
observation that changed end it with 1; a pinned observation that was not made with 3.`;

/** Settings of populate that have a flag. */
const POPULATED = [
  'BASE_URL',
  'OWNER',
  'REPO',
  'WRITES',
  'MAX_REQUESTS',
  'MAX_RATE',
  'TIMEOUT_MS',
  'DEADLINE_S',
] as const;

const POPULATE_HELP = `
For a service that starts empty: creates open issues in OWNER/REPO with TOKEN, one after the other, and says what rules need
besides, such as a closed issue. Needs WRITES=all. The first refusal ends it.

Exit status: 0 all were created, 3 some were, 2 none was, or a setting is not usable.`;

/** A run was asked for in a way that is not usable, which was said. */
class BadRun extends Error {
  override readonly name = 'BadRun';
  /** What was understood of it. */
  readonly flags: RawSettings;

  constructor(flags: RawSettings) {
    super('The command line was not usable; nothing was sent.');
    this.flags = flags;
  }
}

function build(interruption: Interruption, finish: (status: number) => void): Command {
  const program = new Command('issue-conformance')
    .description('Checks any implementation of the issue service against every documented rule.')
    .version(version)
    .enablePositionalOptions()
    .exitOverride()
    // Who takes a token for an option finds it in no log.
    .configureOutput({
      outputError: (text, write) => write(text.replaceAll(/('--?[^'=\s]*)=[^\n]*'/g, "$1=…'")),
    })
    .showHelpAfterError('(--help lists what is allowed)')
    .addHelpText(
      'after',
      '\nWithout a command it runs. Settings, their flags and exit statuses: issue-conformance run --help',
    );

  const run = program.command('run', { isDefault: true });
  withSettings(run, flaggedSettings)
    .exitOverride((error) => {
      // A word too many is mostly a misspelt command, which says nothing of a run.
      const isRun = error.exitCode !== 0 && error.code !== 'commander.excessArguments';
      throw isRun && run.opts()['dryRun'] !== true ? new BadRun(settingsOf(run.opts())) : error;
    })
    .description('check one target and write the reports; without a base URL, the bundled reference service')
    .addHelpText('after', SETTINGS_HELP)
    .option('--dry-run', 'send nothing: say what would be sent and written, and which rules need what')
    .action(async ({ dryRun, ...flags }: Flags) => {
      if (dryRun === true) {
        const { dryRunCommand } = await import('./dry-run.ts');
        await dryRunCommand(settingsOf(flags));
        return;
      }
      const { runCommand } = await import('./run.ts');
      finish(await runCommand(settingsOf(flags), interruption));
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

  withSettings(program.command('replay'), REPLAYED)
    .argument('<report>', 'a conformance.json, or the folder that it is in')
    .argument('[rule...]', 'ids of failed rules, or their beginnings; all where none is given')
    .description('send the recorded requests of each failure again, and say whether it still fails')
    .addHelpText('after', REPLAY_HELP)
    .action(async (report: string, rules: readonly string[], flags: Flags) => {
      const { replayCommand } = await import('./replay.ts');
      finish(await replayCommand(report, rules, settingsOf(flags)));
    });

  withSettings(program.command('render'), ['REPORT_DIR', 'REPORT_FORMAT', 'HISTORY_DIR'])
    .argument('<report>', 'a conformance.json, of this version or an earlier one, or its folder')
    .description('render the other formats of a report again; touches no network')
    .action(async (report: string, flags: Flags) => {
      const { renderCommand } = await import('./render.ts');
      await renderCommand(report, settingsOf(flags));
    });

  program
    .command('compare')
    .argument(
      '<report...>',
      'two reports or their folders, the older one first, or more than two; or one history folder',
    )
    .description(
      'two reports, or the last two of a history folder: what got worse, better or was observed to change; more: a matrix, rules by targets',
    )
    .addOption(
      new Option('--format <name>', 'what it is shown as')
        .choices(['text', 'markdown', 'html'])
        .default('text'),
    )
    .option('--output <file>', 'write it to a file instead')
    .option(
      '--target <name>',
      'of a history folder with several targets: label, address, owner/repository, or address and owner/repository',
    )
    .addHelpText('after', '\nExit status: 0 nothing got worse, 1 something did, 2 it cannot be compared.')
    .action(async (paths: string[], flags: CompareFlags) => {
      const { compareCommand } = await import('./compare.ts');
      finish(await compareCommand(paths, flags));
    });

  withSettings(program.command('populate'), POPULATED)
    .option('--count <number>', 'how many issues to create, 1 to 1000')
    .description('create open issues, for a service that starts empty; needs WRITES=all and TOKEN')
    .addHelpText('after', POPULATE_HELP)
    .action(async ({ count, ...flags }: Flags) => {
      const { populateCommand } = await import('./populate.ts');
      const wanted = typeof count === 'string' ? count : undefined;
      finish(await populateCommand(wanted, settingsOf(flags), interruption.signal));
    });

  program
    .command('baseline')
    .argument('<report>', 'a conformance.json, or the folder that it is in')
    .description('write a file of known failures for a person to review; touches no network')
    .option('--output <file>', 'write it to a new file instead of standard output')
    .option('--pins', 'also the observations, to keep those that your clients rely on')
    .addHelpText('after', BASELINE_HELP)
    .action(async (report: string, flags: { output?: string; pins?: boolean }) => {
      const { baselineCommand } = await import('./baseline.ts');
      await baselineCommand(report, flags);
    });

  program
    .command('serve')
    .description('run the reference service, for people who write clients')
    .option('--port <number>', 'the port to listen on, on 127.0.0.1; a free one where not given')
    .option('--fault <id...>', 'break it on purpose')
    .option('--list-faults', 'the faults that there are, with the rules that they break')
    .action(async (flags: { port?: string; fault?: string[]; listFaults?: boolean }) => {
      const { serveCommand } = await import('./serve.ts');
      await serveCommand(flags);
    });

  return program;
}

/** The status of a call that is not usable. */
const USAGE = 2;

/** What says what it has done where it is cut short. */
const REPORTING: ReadonlySet<string> = new Set(['run', 'populate']);

/**
 * Does what the command line asks for.
 * @returns the exit status
 * @throws {Error} where this program itself fails
 */
export async function main(interruption: Interruption): Promise<number> {
  let status = 0;
  const program = build(interruption, (ended) => {
    status = ended;
  });
  program.hook('preAction', (_, command) => {
    if (!REPORTING.has(command.name())) interruption.release();
  });
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    if (error instanceof BadRun) {
      const { markNotBegun } = await import('./run.ts');
      await markNotBegun(error.flags, error.message);
      return USAGE;
    }
    const { hideTokens } = await import('./hide-tokens.ts');
    if (error instanceof Error) error.message = hideTokens(error.message);
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`issue-conformance: ${error.message}\n`);
    return USAGE;
  }
  return status;
}
