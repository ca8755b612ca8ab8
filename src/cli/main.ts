import { Command, CommanderError } from 'commander';
import { isError } from '../client/thrown.ts';
import { escapeHarmful } from '../model/text.ts';
import { print } from '../render/runner-commands.ts';
import { UsageError } from '../report-folder/files.ts';
import { version } from '../runner/plan.ts';
import { pasteable } from '../settings/invocation.ts';
import { camel, defaultTextOf, flagOf } from '../settings/names.ts';
import type { RawSettings } from '../settings/parse.ts';
import { SETTINGS, type SettingName, settingNames } from '../settings/table.ts';
import { COMMANDS, type UntilSignal } from './commands.ts';
import { outputStyle, printStderr } from './output.ts';
import { hideTokens } from './usage.ts';

const USAGE = 2;

const helpText = (): string => `
Without a command, \`run\` is assumed. To check a service:

  BASE_URL=https://… OWNER=… REPO=… ${pasteable('run')}

To check the bundled service:

  ${pasteable('--bundled')}

All settings, their flags and the exit statuses: ${pasteable('run --help')}`;

function addSetting(command: Command, setting: SettingName, defaultText = defaultTextOf(setting)): void {
  const flag = flagOf(setting);
  const { placeholder, description } = SETTINGS[setting];
  if (flag !== null)
    command.option(
      `${flag} ${placeholder ?? ''}`.trim(),
      `${description} (${setting}${defaultText === 'none' ? '' : `; default: ${defaultText}`})`,
    );
}

type Flags = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/** Returns the settings given as flags, and `BUNDLED`. Missing ones are left to the other sources. */
function settingsFromFlags(flags: Flags): RawSettings {
  const named = settingNames.map((setting) => [setting, flagOf(setting)?.slice(2) ?? ''] as const);
  return Object.fromEntries(
    [...named, ['BUNDLED', 'bundled'] as const].flatMap(([setting, flag]) => {
      const value = flags[camel(flag)];
      return value === undefined ? [] : [[setting, [value].flat().join(' ')]];
    }),
  );
}

function build(untilSignal: UntilSignal, finish: (status: number) => void): Command {
  const program = new Command('issue-conformance')
    .description('Checks an implementation of the issue service against every rule of its specification.')
    .version(version, '-V, --version', 'print the version')
    .enablePositionalOptions()
    .addHelpText('after', helpText)
    .configureOutput({
      getOutHelpWidth: () => outputStyle().width,
      writeOut: (text) => print(process.stdout, text),
      outputError: () => undefined,
    })
    .exitOverride();
  for (const { call, description, settings = [], defaults = {}, options = [], help = '', run } of COMMANDS) {
    const command = program.command(call).description(description).addHelpText('after', `\n${help}`);
    for (const setting of settings) addSetting(command, setting, defaults[setting]);
    // Only these commands have all settings of a target.
    if (settings.includes('LABEL'))
      command.option('--bundled', 'check the bundled service; no setting may name a target with it');
    for (const option of options) command.addOption(option);
    command.action(async () => {
      const flags = settingsFromFlags(command.opts<Flags>());
      // Other commands have nothing to finish, unless they say so.
      if (!RUNS.has(command.name())) untilSignal();
      finish((await run({ words: command.args, flags, options: command.opts(), untilSignal })) ?? 0);
    });
  }
  return program;
}

/** Returns commander's sentence without values, since a misplaced word may be a token. */
function complaintOf({ message }: CommanderError): string {
  const named = message.replaceAll(/'([^']*)'/g, (_, word: string) => {
    const [name = '', value] = word.split('=');
    const given = value === undefined ? '' : ' with a value';
    return /^(?:\d{1,10}|[a-z<>[\]. -]{1,40})$/i.test(name) ? `"${name}"${given}` : '(not shown)';
  });
  const sentence = named.replace(/^error: (.)/, (_, first: string) => first.toUpperCase());
  return escapeHarmful(sentence.replaceAll('\n', ' ').replace(/\.?$/, '.'));
}

/** Commands that write the reports of a run. */
const RUNS: ReadonlySet<string> = new Set(['run', 'judge']);

/** Prints the problem of a call. If it was meant as a run, the report folder is marked too. */
async function printBadCall(error: CommanderError | UsageError, command: Command | undefined): Promise<void> {
  const name = command?.name() ?? '';
  const help = pasteable(`${name} --help`.trim());
  const text =
    error instanceof UsageError
      ? error.message
      : `${complaintOf(error)} "${help}" lists what is allowed. Nothing was sent.`;
  printStderr(text);
  if (command === undefined || !RUNS.has(name) || command.opts()['dryRun'] === true) return;
  const { markNotBegun } = await import('./run.ts');
  await markNotBegun(settingsFromFlags(command.opts()), text);
}

const OF_THE_PROGRAM: ReadonlySet<string> = new Set(['-h', '--help', '-V', '--version']);

/** Executes the command line. @returns the exit status @throws {Error} if this program itself fails */
export async function main(untilSignal: UntilSignal): Promise<number> {
  let status = 0;
  const program = build(untilSignal, (ended) => {
    status = ended;
  });
  const given = process.argv.slice(2);
  const [first = '-'] = given;
  // Without a command, `run` is assumed.
  const words = first.startsWith('-') && !OF_THE_PROGRAM.has(first) ? ['run', ...given] : given;
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (isError(error)) {
      error.stack = hideTokens(error.stack ?? '');
      error.message = hideTokens(error.message);
    }
    if (!(error instanceof CommanderError || error instanceof UsageError)) throw error;
    const command = program.commands.find((one) => one.name() === words[0]);
    await printBadCall(error, command);
    return USAGE;
  }
  return status;
}
