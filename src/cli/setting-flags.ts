import type { Command } from 'commander';
import { flagOf, type RawSettings } from '../host/settings.ts';

/** Help of a setting with a flag: its argument, meaning and default. */
interface SettingFlag {
  readonly takes: string;
  readonly means: string;
  readonly usual?: string;
  /** Set if it exists only as a flag, not as a variable. */
  readonly isFlagOnly?: true;
}

const FLAGS = {
  BASE_URL: {
    takes: '<url>',
    means: 'address of the service: http or https, with any path prefix',
    usual: 'the bundled service; for the installed package in CI, none',
  },
  BUNDLED: {
    takes: '',
    means: 'check the bundled service; nothing else may name a target',
    isFlagOnly: true,
  },
  OWNER: { takes: '<name>', means: 'owner of the public repository' },
  REPO: { takes: '<name>', means: 'name of the public repository' },
  PRIVATE_OWNER: { takes: '<name>', means: 'owner of the private repository', usual: 'OWNER' },
  PRIVATE_REPO: { takes: '<name>', means: 'name of a private repository that TOKEN may read' },
  WRITE_OWNER: {
    takes: '<name>',
    means: 'owner of the public repository to create issues in; needs --write-repo',
    usual: 'OWNER',
  },
  WRITE_REPO: {
    takes: '<name>',
    means: 'name of the public repository to create issues in; needs --write-owner',
    usual: 'REPO',
  },
  LABEL: { takes: '<name>', means: 'name of the target in all output, at most 80 characters' },
  WRITES: {
    takes: '<mode>',
    means: 'none: only GET; rejected: also requests that the service must refuse; all: also create issues',
    usual: 'none; all with the bundled service',
  },
  PROFILE: { takes: '<name>', means: 'quick, standard or thorough', usual: 'standard' },
  ONLY: { takes: '<rule...>', means: 'try only these rules: ids or their beginnings', isFlagOnly: true },
  SKIP: { takes: '<rule...>', means: 'leave out these rules: ids or their beginnings', isFlagOnly: true },
  SEED: { takes: '<number>', means: 'seed for generated values', usual: 'random, and printed' },
  CONCURRENCY: { takes: '<number>', means: 'requests in flight at once, at most', usual: '8' },
  MAX_REQUESTS: { takes: '<number>', means: 'requests of the whole run, at most', usual: 'by profile' },
  MAX_RATE: { takes: '<number>', means: 'requests per second, at most', usual: 'no limit' },
  TIMEOUT_MS: { takes: '<ms>', means: 'timeout per request, including the body', usual: '10000' },
  DEADLINE_S: {
    takes: '<s>',
    means: 'deadline of the whole run; what is not decided by then stays undecided',
    usual: 'by profile',
  },
  WAIT_S: {
    takes: '<s>',
    means:
      'before the run, wait up to so long until the service answers a list request with 200; these requests count neither for MAX_REQUESTS nor for DEADLINE_S',
    usual: '0',
  },
  LISTED_WITHIN_MS: { takes: '<ms>', means: 'how long a new issue may take to be listed', usual: '10000' },
  REPORT_DIR: { takes: '<folder>', means: 'folder for the reports', usual: 'reports' },
  REPORT_FORMAT: {
    takes: '<name...>',
    means: 'formats to write beside conformance.json: junit, html, markdown, badge',
    usual: 'all',
  },
  HISTORY_DIR: {
    takes: '<folder>',
    means: 'folder that keeps every run; reports begin with what changed since the last run of the target',
  },
  HISTORY_KEEP: {
    takes: '<number>',
    means: 'how many runs of a target the history keeps, and always its last decided one',
    usual: 'all',
  },
  TARGET_VERSION: { takes: '<text>', means: 'version of the service, shown and kept with the run' },
  VERSION_HEADER: { takes: '<name>', means: 'response header to read the version of the service from' },
  BASELINE: {
    takes: '<file>',
    means: 'file of known failures and pinned observations; see issue-conformance baseline --help',
  },
  ALLOW_INCOMPLETE: {
    takes: '',
    means:
      'exit 0 even if rules are undecided or skipped, if only a setting or data in the target is missing',
  },
} as const satisfies Readonly<Record<string, SettingFlag>>;

type FlaggedSetting = keyof typeof FLAGS;

/** Settings with a flag, in the order of the help. */
export const flaggedSettings = Object.keys(FLAGS) as readonly FlaggedSetting[];

/** Adds the flags of some settings to a command. */
export function withSettings(command: Command, settings: readonly FlaggedSetting[]): Command {
  for (const setting of settings) {
    const { takes, means, usual, isFlagOnly }: SettingFlag = FLAGS[setting];
    const notes = [isFlagOnly === true ? [] : setting, usual === undefined ? [] : `default: ${usual}`].flat();
    const note = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
    command.option(`${flagOf(setting) ?? ''} ${takes}`.trim(), means + note);
  }
  return command;
}

/** Flags of a command as commander parses them. */
export type Flags = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

const camel = (flag: string): string =>
  flag.replace(/^--/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the settings given as flags. Missing ones are left to the other sources. */
export function settingsFromFlags(flags: Flags): RawSettings {
  return Object.fromEntries(
    flaggedSettings.flatMap((setting) => {
      const value = flags[camel(flagOf(setting) ?? '')];
      return value === undefined ? [] : [[setting, [value].flat().join(' ')]];
    }),
  );
}
