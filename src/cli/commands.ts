import { InvalidArgumentError, Option } from 'commander';
import { JUDGING, REPOSITORY_NAMES } from '../settings/names.ts';
import type { RawSettings } from '../settings/parse.ts';
import { type SettingName, settingNames } from '../settings/table.ts';
import { outputStyle, printStdout } from './output.ts';

/** The options that are not settings, as commander parses them. A command has only those of its row. */
interface Options {
  readonly collect?: string;
  readonly count: number;
  readonly dryRun?: true;
  readonly failOn: 'any' | 'worse';
  readonly fault?: readonly string[];
  readonly format: 'text' | 'markdown' | 'html';
  readonly jobs: number;
  readonly json?: true;
  readonly list?: true;
  readonly listFaults?: true;
  readonly markdown?: true;
  readonly onlyTarget?: string;
  readonly out: string;
  readonly output?: string;
  readonly port: number;
}

/** Aborts at the first signal, and says a sentence then; without one, the program ends. */
export type UntilSignal = (sentence?: string) => AbortSignal;

export interface CommandCall {
  readonly words: readonly string[];
  /** Settings given as flags, and `BUNDLED`. */
  readonly flags: RawSettings;
  readonly options: Options;
  readonly untilSignal: UntilSignal;
}

/** @returns the exit status; nothing: 0 @throws {UsageError} if the call, a file or a setting is invalid; nothing was sent */
type Run = (call: CommandCall) => Promise<number | void>;

interface CommandRow {
  readonly call: string;
  readonly description: string;
  readonly settings?: readonly SettingName[];
  readonly defaults?: Readonly<Partial<Record<SettingName, string>>>;
  readonly options?: readonly Option[];
  readonly help?: string;
  /** Its code is loaded once it is called. */
  readonly run: Run;
}

const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d{1,10}$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };

/** Returns the name of a folder. An empty one would be the working directory. */
function folder(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Expected a folder, and it is empty, as an undefined variable is.');
}

const LIMITS = ['MAX_REQUESTS', 'MAX_RATE', 'TIMEOUT_MS', 'DEADLINE_S'] as const;

const FAULT = new Option(
  '--fault <id...>',
  'with --bundled: inject faults into the bundled service, to see rules fail',
);

export const COMMANDS: readonly CommandRow[] = [
  {
    call: 'run',
    description: 'check one target and write the reports',
    settings: settingNames,
    options: [new Option('--dry-run', 'send nothing; print what would be sent and created at most'), FAULT],
    help: `Each setting is a flag, a variable of the environment or a line of .env, in that order
of precedence. TOKEN, OUTSIDER_TOKEN, HEADERS, ACCEPT, API_VERSION and
API_VERSION_HEADER have no flag: see .env.example.

Exit status:
  0  conformant
  1  nonconformant: a gating rule failed
  2  unusable: a setting or the target
  3  incomplete: no rule failed, but a gating rule is undecided
  4  a fault of this program`,
    run: async (call) =>
      (await (call.options.dryRun === true ? import('./dry-run.ts') : import('./run.ts'))).default(call),
  },
  {
    call: 'rules',
    description: 'list all rules; sends nothing',
    options: [new Option('--json', 'print JSON'), new Option('--markdown', 'print a Markdown table')],
    run: async ({ options: { json, markdown } }) => {
      const { rulesText } = await import('./catalogue.ts');
      const format = json === true ? 'json' : markdown === true ? 'markdown' : 'table';
      printStdout(rulesText(format, outputStyle()));
    },
  },
  {
    call: 'explain <rule>',
    description:
      'describe a rule, or all rules whose id has this prefix: statement, procedure, impact, and the faults that it catches',
    run: async ({ words: [rule = ''] }) =>
      printStdout((await import('./catalogue.ts')).explainText(rule, outputStyle())),
  },
  {
    call: 'replay [report] [rule...]',
    description: 'try the rules that failed in a report again, and say whether they still fail',
    settings: [
      'BASE_URL',
      ...REPOSITORY_NAMES,
      'LABEL',
      'WRITES',
      'CONCURRENCY',
      ...LIMITS,
      'WAIT_S',
      'LISTED_WITHIN_MS',
      'REPORT_DIR',
    ],
    options: [FAULT],
    help: `Without a report: conformance.json in REPORT_DIR if it has failures, else
previous/failures.json there. Target, names and tokens come from the settings, as in a run.

Exit status:
  0  nothing fails any more
  1  something still fails
  2  the report or a setting is invalid
  3  something cannot be tried`,
    run: async (call) => (await import('./replay.ts')).default(call),
  },
  {
    call: 'judge <file>',
    description:
      'judge a recording (--record) by the rules of this version, and write the reports; sends nothing',
    settings: JUDGING,
    help: `What is not in the recording stays undecided. Anybody can edit a recording, so it proves
nothing by itself. Exit status: that of a run.`,
    run: async (call) => (await import('./judge.ts')).default(call),
  },
  {
    call: 'render <report>',
    description: 'render the other formats of a report again; sends nothing',
    settings: ['REPORT_DIR', 'REPORT_FORMAT', 'HISTORY_DIR'],
    defaults: { REPORT_DIR: 'the folder of the report' },
    run: async (call) => (await import('./render.ts')).default(call),
  },
  {
    call: 'compare <report...>',
    description:
      'compare two reports, or the last two of each target in a history folder; of three or more, print a matrix of rules and targets',
    options: [
      new Option('--format <name>', 'output format').choices(['text', 'markdown', 'html']).default('text'),
      new Option('--output <file>', 'write to a file instead of standard output'),
    ],
    help: 'Exit status: 1 if something got worse in any target, else 2 if reports cannot be compared, else 0.',
    run: async (call) => (await import('./compare.ts')).default(call),
  },
  {
    call: 'targets <file>',
    description:
      'check every target of a YAML file, each in a process of its own, and make a site of the reports',
    options: [
      new Option('--jobs <number>', 'targets at a time, 1 to 64').argParser(wholeNumber(1, 64)).default(2),
      new Option('--out <folder>', 'folder of the site').argParser(folder).default('site'),
      new Option('--list', 'print the labels of the targets; sends nothing'),
      new Option('--json', 'with --list: print a JSON array of labels and addresses'),
      new Option(
        '--only-target <label>',
        'check one target, named by its label; writes its reports, but no site',
      ),
      new Option('--collect <folder>', 'check nothing: make the site of the reports in FOLDER/<label>')
        .argParser(folder)
        .conflicts('onlyTarget'),
      new Option(
        '--fail-on <what>',
        'worse: exit 1 only for a rule that did not fail in the last run that decided it',
      )
        .choices(['any', 'worse'])
        .default('any'),
    ],
    help: `A file of targets; docs/ci.md has all that it may say:

  defaults: { profile: thorough, owner: acme, repo: widgets }
  targets:
    - { label: eu, baseUrl: https://eu.example.com, token: { env: EU_TOKEN } }

Exit status: the gravest of all targets, in the order 4, 1, 2, 3, 0.`,
    run: async (call) => (await import('./targets.ts')).default(call),
  },
  {
    call: 'populate',
    description: 'create open issues, for a service that starts empty; needs WRITES=all and TOKEN',
    settings: ['BASE_URL', 'OWNER', 'REPO', 'WRITES', ...LIMITS],
    defaults: { WRITES: 'none', MAX_REQUESTS: '100 more than issues', DEADLINE_S: '5400' },
    options: [
      new Option('--count <number>', 'how many issues to create, 1 to 1000')
        .argParser(wholeNumber(1, 1000))
        .makeOptionMandatory(),
    ],
    help: 'Exit status: 0 if all were created, 3 if some were, 2 if none was.',
    run: async (call) => (await import('./populate.ts')).default(call),
  },
  {
    call: 'baseline <report>',
    description: 'write a file of known failures, for a person to review; sends nothing',
    options: [new Option('--output <file>', 'write to a new file instead of standard output')],
    help: 'Replace each reason that begins with TODO; docs/reports.md describes the file.',
    run: async (call) => (await import('./baseline.ts')).default(call),
  },
  {
    call: 'serve',
    description: 'run the bundled reference service, for people who write clients',
    options: [
      new Option('--port <number>', 'port on 127.0.0.1; 0: a free one')
        .argParser(wholeNumber(0, 65_535))
        .default(0),
      new Option('--fault <id...>', 'inject faults, to see rules fail'),
      new Option('--list-faults', 'list all faults, with the rules that they break'),
    ],
    run: async (call) => (await import('./serve.ts')).default(call),
  },
];
