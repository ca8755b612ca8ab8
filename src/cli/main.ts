import { Command, CommanderError, Option } from 'commander';
import { isError } from '../client/thrown.ts';
import { REPOSITORY_NAMES } from '../host/bundled-meant.ts';
import { version } from '../host/plan.ts';
import { BadCall, badCallText, commandNames } from './bad-call.ts';
import type { CompareFlags } from './compare.ts';
import { addParagraphs, helpLayout, helpWidth } from './help.ts';
import {
  BASELINE_HELP,
  COMPARE_HELP,
  POPULATE_HELP,
  PROGRAM_HELP,
  REPLAY_HELP,
  RUN_HELP,
  TARGETS_HELP,
} from './help-texts.ts';
import type { Interruption } from './interruption.ts';
import { say } from './output.ts';
import { type Flags, flaggedSettings, settingsFromFlags, withSettings } from './setting-flags.ts';
import type { TargetsFlags } from './targets.ts';
import { unknownCommand, unknownCommandText } from './unknown-command.ts';
import { orUsageError, UsageError } from './usage-error.ts';

/** Settings of `replay` that have a flag. */
const REPLAYED = [
  'BASE_URL',
  'BUNDLED',
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
  'REPORT_DIR',
] as const;

/** Settings of `populate` that have a flag. */
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

/** Sets the exit status. */
type Finish = (status: number) => void;

function addRun(program: Command, interruption: Interruption, finish: Finish): void {
  addParagraphs(withSettings(program.command('run', { isDefault: true }), flaggedSettings), RUN_HELP)
    .description(
      'check one target and write the reports; if nothing names a target, check the bundled service',
    )
    .option('--dry-run', 'send nothing; print what would be sent and written, and what each rule needs')
    .action(async ({ dryRun, ...flags }: Flags) => {
      if (dryRun === true) {
        const { dryRunCommand } = await import('./dry-run.ts');
        await dryRunCommand(settingsFromFlags(flags));
        return;
      }
      const { runCommand } = await import('./run.ts');
      finish(await runCommand(settingsFromFlags(flags), interruption));
    });
}

function addRuleTexts(program: Command): void {
  program
    .command('rules')
    .description('list all rules; sends nothing')
    .addOption(new Option('--json', 'print JSON').conflicts('markdown'))
    .addOption(new Option('--markdown', 'print a Markdown table').conflicts('json'))
    .action(async ({ json, markdown }: { json?: boolean; markdown?: boolean }) => {
      const [{ rulesText }, { widthOf }] = await Promise.all([
        import('./rules.ts'),
        import('../document/style.ts'),
      ]);
      const format = json === true ? 'json' : markdown === true ? 'markdown' : 'table';
      process.stdout.write(rulesText({ format, width: widthOf(process.stdout) }));
    });

  program
    .command('explain')
    .argument('<rule>', 'a rule id, such as list.per-page.zero, or the beginning of several')
    .description(
      'describe rules: what they say, how they are tried, their impact, the faults that they catch',
    )
    .action(async (rule: string) => {
      const [{ explainText }, { colorWanted, widthOf }, { programText }, { howCalled }] = await Promise.all([
        import('./explain.ts'),
        import('../document/style.ts'),
        import('../report/commands.ts'),
        import('../host/called.ts'),
      ]);
      const options = {
        color: colorWanted(process.stdout),
        width: widthOf(process.stdout),
        program: programText(howCalled()),
      };
      process.stdout.write(orUsageError(() => explainText(rule, options)));
    });
}

function addReplayAndRender(program: Command, finish: Finish): void {
  addParagraphs(withSettings(program.command('replay'), REPLAYED), REPLAY_HELP)
    .argument(
      '[report]',
      'a conformance.json, or the folder that it is in; default: that of REPORT_DIR if it has failures, else previous/failures.json there',
    )
    .argument('[rule...]', 'ids of failed rules, or their beginnings; default: all that failed')
    .description('send the recorded requests of each failure again, and say whether it still fails')
    .action(async (report: string | undefined, rules: readonly string[], flags: Flags) => {
      const { replayCommand } = await import('./replay.ts');
      finish(await replayCommand(report === undefined ? [] : [report, ...rules], settingsFromFlags(flags)));
    });

  withSettings(program.command('render'), ['REPORT_DIR', 'REPORT_FORMAT', 'HISTORY_DIR'])
    .argument('<report>', 'a conformance.json, of this version or an earlier one, or its folder')
    .description('render the other formats of a report again; sends nothing')
    .action(async (report: string, flags: Flags) => {
      const { renderCommand } = await import('./render.ts');
      await renderCommand(report, settingsFromFlags(flags));
    });
}

function addCompare(program: Command, finish: Finish): void {
  addParagraphs(program.command('compare'), COMPARE_HELP)
    .argument(
      '<report...>',
      'two reports or their folders, the older one first; or more than two; or one history folder',
    )
    .description(
      'compare two runs of one target, or the last two of a history folder: what got worse, better or was observed to change; of several targets, a matrix of rules and targets',
    )
    .addOption(
      new Option('--format <name>', 'output format').choices(['text', 'markdown', 'html']).default('text'),
    )
    .option('--output <file>', 'write to a file instead of standard output')
    .action(async (paths: string[], flags: CompareFlags) => {
      const { compareCommand } = await import('./compare.ts');
      finish(await compareCommand(paths, flags));
    });
}

function addTargets(program: Command, interruption: Interruption, finish: Finish): void {
  addParagraphs(program.command('targets'), TARGETS_HELP)
    .argument('<file>', 'a YAML file with the keys defaults and targets')
    .description('check every target of a file, each in a process of its own, and make a site of the reports')
    .option('--jobs <number>', 'targets at a time, 1 to 64', '2')
    .option('--out <folder>', 'folder of the site', 'site')
    .option('--list', 'print the labels of the targets; sends nothing')
    .option('--json', 'with --list: print a JSON array of labels and addresses')
    .option('--only-target <label>', 'check one target, named by its label; leaves its reports, and no site')
    .option('--collect <folder>', 'check nothing: make the site of the reports in FOLDER/<label>')
    .addOption(
      new Option(
        '--fail-on <what>',
        'worse: exit 1 only if a rule fails that did not in the last run that decided it',
      )
        .choices(['any', 'worse'])
        .default('any'),
    )
    .action(async (file: string, flags: TargetsFlags) => {
      const { targetsCommand } = await import('./targets.ts');
      finish(await targetsCommand(file, flags, interruption.signal));
    });
}

function addPopulate(program: Command, interruption: Interruption, finish: Finish): void {
  addParagraphs(withSettings(program.command('populate'), POPULATED), POPULATE_HELP)
    .option('--count <number>', 'how many issues to create, 1 to 1000')
    .description('create open issues, for a service that starts empty; needs WRITES=all and TOKEN')
    .action(async ({ count, ...flags }: Flags) => {
      const { populateCommand } = await import('./populate.ts');
      const wanted = typeof count === 'string' ? count : undefined;
      finish(await populateCommand(wanted, settingsFromFlags(flags), interruption.signal));
    });
}

function addBaselineAndServe(program: Command): void {
  addParagraphs(program.command('baseline'), BASELINE_HELP)
    .argument('<report>', 'a conformance.json, or the folder that it is in')
    .description('write a file of known failures, for a person to review; sends nothing')
    .option('--output <file>', 'write to a new file instead of standard output')
    .action(async (report: string, { output }: { output?: string }) => {
      const { baselineCommand } = await import('./baseline.ts');
      await baselineCommand(report, output);
    });

  program
    .command('serve')
    .description('run the bundled reference service, for people who write clients')
    .option('--port <number>', 'port on 127.0.0.1 (default: a free one)')
    .option('--fault <id...>', 'inject faults, to see rules fail')
    .option('--list-faults', 'list all faults, with the rules that they break')
    .action(async (flags: { port?: string; fault?: string[]; listFaults?: boolean }) => {
      const { serveCommand } = await import('./serve.ts');
      await serveCommand(flags);
    });
}

function build(interruption: Interruption, finish: Finish): Command {
  const program = new Command('issue-conformance')
    .description('Checks an implementation of the issue service against every rule of its specification.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .enablePositionalOptions()
    .configureHelp(helpLayout)
    // The error is printed at the end, in other words.
    .configureOutput({ getOutHelpWidth: helpWidth, outputError: () => undefined });
  addParagraphs(program, PROGRAM_HELP);

  // In the order of the help.
  addRun(program, interruption, finish);
  addRuleTexts(program);
  addReplayAndRender(program, finish);
  addCompare(program, finish);
  addTargets(program, interruption, finish);
  addPopulate(program, interruption, finish);
  addBaselineAndServe(program);

  for (const command of [program, ...program.commands])
    command.exitOverride((error) => {
      throw error.exitCode === 0 ? error : new BadCall(command, error);
    });
  return program;
}

/** Exit status of an invalid call. */
const USAGE = 2;

/** Prints the problem of a call. If it was meant as a run, the report folder is marked too. */
async function sayBadCall(bad: BadCall): Promise<void> {
  const { hideTokens } = await import('./hide-tokens.ts');
  const text = badCallText(bad);
  say(hideTokens(text));
  const { command, cause } = bad;
  // An extra word is usually a misspelt command, so no run was meant.
  const isRun = command.name() === 'run' && cause.code !== 'commander.excessArguments';
  if (!isRun || command.opts()['dryRun'] === true) return;
  const { markNotBegun } = await import('./run.ts');
  await markNotBegun(settingsFromFlags(command.opts()), `${text} Nothing was sent.`);
}

/** Commands that report their results when interrupted. */
const REPORTING: ReadonlySet<string> = new Set(['run', 'populate', 'targets']);

/** Executes the command line. @returns the exit status @throws {Error} if this program itself fails */
export async function main(interruption: Interruption): Promise<number> {
  let status = 0;
  const program = build(interruption, (ended) => {
    status = ended;
  });
  program.hook('preAction', (_, command) => {
    if (!REPORTING.has(command.name())) interruption.release();
  });
  try {
    // Checked before the options, which may belong to the intended command.
    const commands = commandNames(program);
    const unknown = unknownCommand(process.argv.slice(2), commands);
    if (unknown !== null) throw new UsageError(unknownCommandText(unknown, commands));
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) return 0;
    if (error instanceof BadCall) {
      await sayBadCall(error);
      return USAGE;
    }
    const { hideTokens } = await import('./hide-tokens.ts');
    if (isError(error)) error.message = hideTokens(error.message);
    if (!(error instanceof UsageError)) throw error;
    say(error.message);
    return USAGE;
  }
  return status;
}
