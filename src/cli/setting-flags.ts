import type { Command } from 'commander';
import { flagOf, type RawSettings } from '../host/settings.ts';

/** A setting that has a flag: what it takes, and what it means. */
interface SettingFlag {
  readonly takes: string;
  readonly means: string;
}

const FLAGS = {
  BASE_URL: { takes: '<url>', means: 'where the service is: http or https, any path prefix (BASE_URL)' },
  OWNER: { takes: '<name>', means: 'owner of the public repository (OWNER)' },
  REPO: { takes: '<name>', means: 'name of the public repository (REPO)' },
  PRIVATE_OWNER: {
    takes: '<name>',
    means: 'owner of the private repository; OWNER where not given (PRIVATE_OWNER)',
  },
  PRIVATE_REPO: { takes: '<name>', means: 'a private repository that TOKEN may read (PRIVATE_REPO)' },
  WRITE_OWNER: {
    takes: '<name>',
    means:
      'owner of the repository that is written to, where that is another one than the one that is read (WRITE_OWNER)',
  },
  WRITE_REPO: { takes: '<name>', means: 'name of the repository that is written to (WRITE_REPO; REPO)' },
  LABEL: {
    takes: '<name>',
    means: 'what people call the target: shown wherever it is named, at most 80 characters (LABEL)',
  },
  WRITES: {
    takes: '<mode>',
    means:
      'none: only GET; rejected: also what must be refused; all: also creates issues (WRITES; none, all with the bundled service)',
  },
  PROFILE: { takes: '<name>', means: 'quick, standard or thorough (PROFILE; standard)' },
  ONLY: { takes: '<rule...>', means: 'rule ids, or their beginnings, to try' },
  SKIP: { takes: '<rule...>', means: 'rule ids, or their beginnings, to leave out' },
  SEED: { takes: '<number>', means: 'of everything generated (SEED; random, and printed)' },
  CONCURRENCY: { takes: '<number>', means: 'requests in flight at most (CONCURRENCY; 8)' },
  MAX_REQUESTS: {
    takes: '<number>',
    means: 'requests in all, never exceeded (MAX_REQUESTS; by profile)',
  },
  MAX_RATE: { takes: '<number>', means: 'requests a second (MAX_RATE; no limit)' },
  TIMEOUT_MS: { takes: '<ms>', means: 'of one request, whole (TIMEOUT_MS; 10000)' },
  DEADLINE_S: {
    takes: '<s>',
    means: 'of the whole run; past it what is undecided is inconclusive (DEADLINE_S; by profile)',
  },
  WAIT_S: {
    takes: '<s>',
    means:
      'how long to wait, before the run, for the plain list to be answered with 200; not counted for MAX_REQUESTS and DEADLINE_S (WAIT_S; 0)',
  },
  LISTED_WITHIN_MS: {
    takes: '<ms>',
    means: 'how long a new issue may take to be listed (LISTED_WITHIN_MS; 10000)',
  },
  REPORT_DIR: { takes: '<folder>', means: 'where the reports go (REPORT_DIR; reports)' },
  REPORT_FORMAT: {
    takes: '<name...>',
    means:
      'formats to write beside conformance.json: junit, html, markdown, ctrf, badge (REPORT_FORMAT; all)',
  },
  HISTORY_DIR: {
    takes: '<folder>',
    means:
      'keeps every run there; reports begin with what changed since the last run of the target (HISTORY_DIR)',
  },
  BASELINE: {
    takes: '<file>',
    means: 'known failures and pinned observations; issue-conformance baseline --help (BASELINE)',
  },
  ALLOW_INCOMPLETE: {
    takes: '',
    means:
      'exit 0 where nothing is broken and all that is open lacks a setting, or data in the target (ALLOW_INCOMPLETE)',
  },
} as const satisfies Readonly<Record<string, SettingFlag>>;

type FlaggedSetting = keyof typeof FLAGS;

/** Every setting that has a flag, in the order of the help. */
export const flaggedSettings = Object.keys(FLAGS) as readonly FlaggedSetting[];

/** Gives a command the flags of some settings. */
export function withSettings(command: Command, settings: readonly FlaggedSetting[]): Command {
  for (const setting of settings) {
    const { takes, means } = FLAGS[setting];
    command.option(`${flagOf(setting) ?? ''} ${takes}`.trim(), means);
  }
  return command;
}

/** What commander makes of the flags of a command. */
export type Flags = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

const camel = (flag: string): string =>
  flag.replace(/^--/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The settings that were given as flags; what is not given is left to the other sources. */
export function settingsOf(flags: Flags): RawSettings {
  return Object.fromEntries(
    flaggedSettings.flatMap((setting) => {
      const value = flags[camel(flagOf(setting) ?? '')];
      return value === undefined ? [] : [[setting, [value].flat().join(' ')]];
    }),
  );
}
