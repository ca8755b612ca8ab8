import { nameOfProxy } from '../client/route.ts';
import { isSameTarget } from '../history/past.ts';
import { howCalled } from '../host/called.ts';
import { planRun, startBundled } from '../host/plan.ts';
import {
  failuresOf,
  type Replayed,
  type ReplayStatus,
  replayExitStatus,
  replayFailures,
} from '../host/replay.ts';
import { waitIfAsked } from '../host/wait.ts';
import { programText, quote } from '../report/commands.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { print } from '../report/terminal/print.ts';
import { colorWanted, type Style, styleFor, widthOf } from '../report/terminal/style.ts';
import { shown } from '../report/text.ts';
import { chosenOf } from '../report/view/outcome.ts';
import { knownFailures } from '../report/view/standing.ts';
import type { RunSettings } from '../run/run-settings.ts';
import type { RawSettings, Settings } from '../settings/parse.ts';
import { REPOSITORY_NAMES } from '../settings/table.ts';
import { failuresBeside, replaySource } from './replay-source.ts';
import { givenSettings, usableSettings } from './usable-settings.ts';
import { UsageError } from './usage-error.ts';

const SIGNS = {
  'still failing': ['✗', 'red'],
  'no longer failing': ['✓', 'green'],
  'cannot be tried': ['?', 'yellow'],
} as const satisfies Record<ReplayStatus, readonly [string, string]>;

const DETAIL = 600;
/** Exit status if something cannot be tried. */
const UNTRIED = 3;

/** Returns a command line with the names in a report, for a person to check before using it. */
function targetLine({ target, run }: Report, path: string): string {
  const recorded: RawSettings = {
    ...run.settings,
    BASE_URL: target.baseUrl,
    OWNER: target.owner,
    REPO: target.repo,
  };
  return [
    ...['BASE_URL', ...REPOSITORY_NAMES].flatMap((name) => {
      const value = recorded[name];
      return value === undefined ? [] : `${name}=${quote(shown(value))}`;
    }),
    `${programText(howCalled())} replay`,
    quote(shown(path)),
  ].join(' ');
}

/**
 * Returns the settings of a replay. Anybody may have written the report, so it does not determine the
 * address, names, headers, tokens or writes. Only its seed and profile are used, because its cases depend on
 * them. For a report of the bundled service, that service is started again.
 */
function replaySettings(report: Report, path: string, flags: RawSettings): Settings {
  const gathered = givenSettings(flags);
  const { raw, isBundled } = gathered;
  if (isBundled && !report.target.bundled)
    throw new UsageError(
      'This report is not of the bundled service, so --bundled cannot replay it. Nothing was sent.',
    );
  if (raw['BASE_URL'] === undefined && !isBundled && !report.target.bundled)
    throw new UsageError(
      `BASE_URL is missing: a replay takes the target and its tokens from the settings, never from a report. If this report is yours, and names your service, this command replays its failures:\n  ${targetLine(report, path)}`,
    );
  const settings = {
    ...raw,
    SEED: String(report.run.seed),
    PROFILE: report.run.profile,
    ONLY: undefined,
    SKIP: undefined,
    REPORT_FORMAT: undefined,
    BASELINE: undefined,
  };
  return usableSettings({ ...gathered, raw: settings });
}

/** Returns the label of a replay's target: the setting, or that of the report if it is on the same target. */
function labelOf(settings: Settings, { target }: Report, { address, bed }: RunSettings): string | undefined {
  const { bundled } = target;
  const own = { baseUrl: address.baseUrl, ...bed.repository, bundled: settings.BASE_URL === undefined };
  return settings.LABEL ?? (!bundled && isSameTarget(target, own) ? target.label : undefined);
}

/** Returns the failures that were named by id or prefix. @throws {UsageError} for a name without failure */
function chosen(failures: readonly RuleReport[], names: readonly string[]): readonly RuleReport[] {
  const isOf = (name: string, id: string): boolean => id === name || id.startsWith(`${name}.`);
  const missing = names.filter((name) => !failures.some(({ id }) => isOf(name, id)));
  if (missing.length > 0) {
    const there = failures.length === 0 ? 'none' : failures.map(({ id }) => shown(id)).join(', ');
    throw new UsageError(
      `No rule that failed in this report is called ${missing.map((name) => `"${shown(name)}"`).join(' or ')}; failed rules: ${there}.`,
    );
  }
  return names.length === 0 ? failures : failures.filter(({ id }) => names.some((name) => isOf(name, id)));
}

function lines({ id, status, detail }: Replayed, isKnown: boolean, { colors, hang }: Style): string[] {
  const [sign, color] = SIGNS[status];
  const lead = `${sign} ${status.padEnd(18)}`;
  return [
    ...hang(lead, `${shown(id)}${isKnown ? ' (known failure)' : ''}`, {
      paintLead: (text) => colors.bold(colors[color](text)),
      keepWords: true,
    }),
    ...hang('  ', `${shown(detail, DETAIL)}.`, { paint: colors.dim }),
  ];
}

/** Returns the command that replays kept failures, in a sentence; empty if there are none. */
const earlierKept = (path: string | null): string[] =>
  path === null
    ? []
    : [`The failures of an earlier run are kept: ${programText(howCalled())} replay ${quote(shown(path))}`];

/** Returns the target of a replay, and how its requests are sent. */
function whereAndHow(
  label: string | undefined,
  { route: { proxy, checksCertificates } }: Pick<Settings, 'route'>,
  { address, bed, writes }: Pick<RunSettings, 'address' | 'bed' | 'writes'>,
): string {
  const { owner, repo } = bed.repository;
  return [
    ...(label === undefined ? [] : [shown(label)]),
    shown(address.baseUrl),
    `repository ${shown(owner)}/${shown(repo)}`,
    `writes ${writes}`,
    ...(proxy === null ? [] : [`through the proxy ${nameOfProxy(proxy)}`]),
    ...(checksCertificates ? [] : ['certificates not checked']),
  ].join(', ');
}

/**
 * Replays each failure and prints the result.
 * @param words a report (default: the usual one), then rule ids or prefixes (default: all failures)
 * @returns the exit status: 1 if something still fails, else 3 if something cannot be tried, else 0
 * @throws {UsageError} if the report or a setting is invalid; nothing was sent
 */
export async function replayCommand(words: readonly string[], flags: RawSettings): Promise<number> {
  const { path, report, names, note } = await replaySource(words, flags);
  const failures = chosen(failuresOf(report), names);
  const style = styleFor({ color: colorWanted(process.stdout), width: widthOf(process.stdout) });
  const say = (...text: readonly string[]): void => print(process.stdout, `${text.join('\n')}\n`);
  const part = chosenOf(report);
  if (note !== null) say(...style.hang('', note, { keepWords: true }));
  const hint = failures.length === 0 ? earlierKept(await failuresBeside(path)) : [];
  if (report.counts.pass + report.counts.fail === 0) {
    say(
      'No rule was decided in this report, so there is nothing to replay.',
      ...(report.problem === undefined ? [] : [shown(report.problem, DETAIL)]),
      ...hint,
    );
    return UNTRIED;
  }
  if (failures.length === 0) {
    say(
      `No rule failed in this report${part === null ? '' : `, which is of ${part}`}, so there is nothing to replay.`,
      ...hint,
    );
    return 0;
  }
  const settings = replaySettings(report, path, flags);
  const { rules } = await import('../../suites/index.ts');
  const bundled = await startBundled(settings);
  try {
    const plan = planRun(settings, bundled);
    const { session } = plan;
    const label = labelOf(settings, report, session);
    say(...style.hang('Replay: ', whereAndHow(label, settings, session), { keepWords: true }));
    if (part !== null) say(...style.hang('', `The report is of ${part}; it says nothing of the others.`));
    say('');
    await waitIfAsked(settings, plan, (sentence) => {
      print(process.stderr, `issue-conformance: ${sentence}\n`);
    });
    const known = new Set(knownFailures(failures).map(({ id }) => id));
    const replayed = await replayFailures(failures, session, rules, (one) => {
      say(...lines(one, known.has(one.id), style));
    });
    const count = (wanted: ReplayStatus): string => {
      const of = replayed.filter(({ status }) => status === wanted);
      const among = of.filter(({ id }) => known.has(id)).length;
      return `${of.length} ${wanted}${among > 0 ? ` (${among} known)` : ''}`;
    };
    const exitStatus = replayExitStatus(replayed);
    say(
      '',
      `${count('still failing')} · ${count('no longer failing')} · ${count('cannot be tried')}`,
      `Exit status ${exitStatus}.`,
    );
    return exitStatus;
  } finally {
    await bundled?.stop();
  }
}
