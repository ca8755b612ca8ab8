import type { Command } from 'commander';
import { widthOf } from '../document/style.ts';
import type { RawSettings } from '../settings/parse.ts';
import { REPOSITORY_NAMES, type SettingName, settingNames } from '../settings/table.ts';
import type { CompareFlags } from './compare.ts';
import {
  BASELINE_HELP,
  COMPARE_HELP,
  POPULATE_HELP,
  REPLAY_HELP,
  RUN_HELP,
  TARGETS_HELP,
} from './help-texts.ts';
import type { Interruption } from './interruption.ts';
import type { ServeFlags } from './serve.ts';
import type { TargetsFlags } from './targets.ts';
import { UsageError } from './usage-error.ts';

interface Call {
  readonly words: readonly string[];
  /** Settings given as flags, and `BUNDLED`. */
  readonly flags: RawSettings;
  /** Returns the options of the command that are not settings, as commander parses them. */
  readonly opts: Command['opts'];
  readonly interruption: Interruption;
}

/** A command: all that its help and its parser need. */
interface CommandRow {
  readonly name: string;
  readonly says: string;
  readonly takes?: readonly (readonly [syntax: string, says: string])[];
  readonly settings?: readonly SettingName[];
  /** True if it can start the bundled service. */
  readonly isBundled?: true;
  readonly options?: readonly (readonly [
    syntax: string,
    says: string,
    more?: { readonly choices?: readonly string[]; readonly usual?: string },
  ])[];
  readonly help?: string;
  /** True if it reports its results when it is interrupted. */
  readonly isReporting?: true;
  /** @returns the exit status; nothing: 0 */
  readonly run: (call: Call) => Promise<number | void>;
}

const REPORT = ['<report>', 'a conformance.json, of this version or an earlier one, or its folder'] as const;
const LIMITS = ['MAX_REQUESTS', 'MAX_RATE', 'TIMEOUT_MS', 'DEADLINE_S'] as const;

export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'run',
    says: 'check one target and write the reports',
    settings: settingNames,
    isBundled: true,
    options: [['--dry-run', 'send nothing; print what would be sent and created at most']],
    help: RUN_HELP,
    isReporting: true,
    run: async ({ flags, opts, interruption }) =>
      opts<{ dryRun?: true }>().dryRun === true
        ? (await import('./dry-run.ts')).dryRunCommand(flags)
        : (await import('./run.ts')).runCommand(flags, interruption),
  },
  {
    name: 'rules',
    says: 'list all rules; sends nothing',
    options: [
      ['--json', 'print JSON'],
      ['--markdown', 'print a Markdown table'],
    ],
    run: async ({ opts }) => {
      const { json, markdown } = opts<{ json?: true; markdown?: true }>();
      if (json === true && markdown === true)
        throw new UsageError('--json and --markdown are given; choose one of them.');
      const format = json === true ? 'json' : markdown === true ? 'markdown' : 'table';
      const { rulesText } = await import('./rules.ts');
      process.stdout.write(rulesText(format, widthOf(process.stdout)));
    },
  },
  {
    name: 'explain',
    says: 'describe rules: what they say, how they are tried, their impact, the faults that they catch',
    takes: [['<rule>', 'a rule id, such as list.per-page.zero, or the beginning of several']],
    options: [['--faults', 'describe all faults that they catch, and not only the first of each']],
    run: async ({ words, opts }) =>
      (await import('./explain.ts')).explainCommand(
        words[0] ?? '',
        opts<{ faults?: true }>().faults === true,
      ),
  },
  {
    name: 'replay',
    says: 'try the rules that failed in a report again, and say whether they still fail',
    takes: [
      [
        '[report]',
        'a conformance.json, or its folder; default: that of REPORT_DIR if it has failures, else previous/failures.json there',
      ],
      ['[rule...]', 'ids of failed rules, or their beginnings; default: all that failed'],
    ],
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
    isBundled: true,
    help: REPLAY_HELP,
    run: async ({ words, flags }) => (await import('./replay.ts')).replayCommand(words, flags),
  },
  {
    name: 'render',
    says: 'render the other formats of a report again; sends nothing',
    takes: [REPORT],
    settings: ['REPORT_DIR', 'REPORT_FORMAT', 'HISTORY_DIR'],
    run: async ({ words, flags }) => (await import('./render.ts')).renderCommand(words[0] ?? '', flags),
  },
  {
    name: 'compare',
    says: 'compare two runs of one target, or the last two of a history folder: what got worse, better or was observed to change; of several targets, a matrix of rules and targets',
    takes: [
      [
        '<report...>',
        'two reports or their folders, the older one first; or more than two; or one history folder',
      ],
    ],
    options: [
      ['--format <name>', 'output format', { choices: ['text', 'markdown', 'html'], usual: 'text' }],
      ['--output <file>', 'write to a file instead of standard output'],
    ],
    help: COMPARE_HELP,
    run: async ({ words, opts }) =>
      (await import('./compare.ts')).compareCommand(words, opts<CompareFlags>()),
  },
  {
    name: 'targets',
    says: 'check every target of a file, each in a process of its own, and make a site of the reports',
    takes: [['<file>', 'a YAML file with the keys defaults and targets']],
    options: [
      ['--jobs <number>', 'targets at a time, 1 to 64', { usual: '2' }],
      ['--out <folder>', 'folder of the site', { usual: 'site' }],
      ['--list', 'print the labels of the targets; sends nothing'],
      ['--json', 'with --list: print a JSON array of labels and addresses'],
      ['--only-target <label>', 'check one target, named by its label; leaves its reports, and no site'],
      ['--collect <folder>', 'check nothing: make the site of the reports in FOLDER/<label>'],
      [
        '--fail-on <what>',
        'worse: exit 1 only if a rule fails that did not in the last run that decided it',
        { choices: ['any', 'worse'], usual: 'any' },
      ],
    ],
    help: TARGETS_HELP,
    isReporting: true,
    run: async ({ words, opts, interruption }) => {
      const { targetsCommand } = await import('./targets.ts');
      return targetsCommand(words[0] ?? '', opts<TargetsFlags>(), interruption.signal);
    },
  },
  {
    name: 'populate',
    says: 'create open issues, for a service that starts empty; needs WRITES=all and TOKEN',
    settings: ['BASE_URL', 'OWNER', 'REPO', 'WRITES', ...LIMITS],
    options: [['--count <number>', 'how many issues to create, 1 to 1000']],
    help: POPULATE_HELP,
    isReporting: true,
    run: async ({ flags, opts, interruption }) => {
      const { populateCommand } = await import('./populate.ts');
      return populateCommand(opts<{ count?: string }>().count, flags, interruption.signal);
    },
  },
  {
    name: 'baseline',
    says: 'write a file of known failures, for a person to review; sends nothing',
    takes: [REPORT],
    options: [['--output <file>', 'write to a new file instead of standard output']],
    help: BASELINE_HELP,
    run: async ({ words, opts }) =>
      (await import('./baseline.ts')).baselineCommand(words[0] ?? '', opts<{ output?: string }>().output),
  },
  {
    name: 'serve',
    says: 'run the bundled reference service, for people who write clients',
    options: [
      ['--port <number>', 'port on 127.0.0.1; 0: a free one', { usual: '0' }],
      ['--fault <id...>', 'inject faults, to see rules fail'],
      ['--list-faults', 'list all faults, with the rules that they break'],
    ],
    run: async ({ opts }) => (await import('./serve.ts')).serveCommand(opts<ServeFlags>()),
  },
];
