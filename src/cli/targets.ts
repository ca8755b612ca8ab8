import { join } from 'node:path';
import { systemClock } from '../client/clock.ts';
import { messageOf } from '../client/thrown.ts';
import { print } from '../document/print.ts';
import { countOf, shown } from '../report/text.ts';
import { headlineOf } from '../results/outcome.ts';
import { gatherSettings } from '../settings/sources.ts';
import { tokensIn } from '../settings/tokens.ts';
import { runTarget } from '../targets/child.ts';
import { collectTarget } from '../targets/collect.ts';
import { type ListedTarget, readTargets } from '../targets/file.ts';
import { statusIn } from '../targets/results.ts';
import { prepareSite, writeSite } from '../targets/site.ts';
import { resultsInWords } from '../targets/site-document.ts';
import { type FailOn, gravestOf, type TargetResult, type TargetStatus } from '../targets/status.ts';
import { say } from './output.ts';
import { orUsageError, rejectAsUsageError, UsageError, wholeNumberOf } from './usage-error.ts';

export interface TargetsFlags {
  readonly jobs: string;
  readonly out: string;
  readonly list?: boolean;
  readonly json?: boolean;
  readonly onlyTarget?: string;
  readonly collect?: string;
  readonly failOn: FailOn;
}

const MAX_JOBS = 64;

const now = (): Date => new Date(systemClock.date());

function withoutTokens(targets: readonly ListedTarget[], sentence: string): string {
  let text = sentence;
  for (const { raw } of targets) text = tokensIn(raw).scrub(text);
  return text;
}

/** Rules of a target that a line names. */
const NAMED = 3;

/** Returns the failing rules, those that got worse first: `2 failures, 1 new: create.once, list.ok`. */
function failuresOf({ failing, known, worse }: TargetStatus): string[] {
  const ids = [...new Set([...worse.map(({ id }) => id), ...failing])];
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
  const names = `${ids.slice(0, NAMED).join(', ')}${more}`;
  return [
    ...(failing.length === 0 ? [] : [`${countOf(failing.length, 'failure')}, ${worse.length} new: ${names}`]),
    ...(known.length > 0 ? [countOf(known.length, 'known failure')] : []),
  ];
}

/** Returns a line such as `eu: Not conformant, 2 failures, 2 new: create.once, list.ok; exit status 1`. */
function lineOf(status: TargetStatus): string {
  const { label, report, noResult, exitStatus } = status;
  const result =
    report === null
      ? `no result: ${noResult ?? ''}`
      : report.problem === undefined
        ? [headlineOf(report), ...failuresOf(status)].join(', ')
        : `${headlineOf(report)}: ${shown(report.problem).replace(/\.$/, '')}`;
  return `${label}: ${result}; exit status ${exitStatus}`;
}

/** Processes items concurrently, up to a limit. Results keep the order of the items. */
async function inParallel<Item, Done>(
  items: readonly Item[],
  jobs: number,
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) done[index] = await work(item);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return done;
}

async function check(target: ListedTarget, out: string, signal: AbortSignal): Promise<TargetResult> {
  if (signal.aborted) return { report: null, noResult: 'the command was interrupted before its run began' };
  say(`${target.label}: started`);
  return runTarget(target, out, { environment: process.env, signal });
}

function listText(targets: readonly ListedTarget[], isJson: boolean): string {
  const listed = targets.map(({ label, settings }) => ({ label, baseUrl: settings.BASE_URL ?? '' }));
  return isJson ? `${JSON.stringify(listed)}\n` : `${listed.map(({ label }) => label).join('\n')}\n`;
}

/**
 * Checks every target of a file, each in its own process, or collects their reports, and writes a site.
 * @returns the gravest exit status of all targets
 * @throws {UsageError} if the file, a flag or the site's folder is invalid; nothing was sent
 */
export async function targetsCommand(
  file: string,
  flags: TargetsFlags,
  signal: AbortSignal,
): Promise<number> {
  const { out, list = false, json = false, onlyTarget, collect, failOn } = flags;
  if (json && !list)
    throw new UsageError('--json is given without --list; it is the format of the list. Nothing was sent.');
  if (collect !== undefined && onlyTarget !== undefined)
    throw new UsageError(
      '--collect and --only-target are given; --collect reads the reports of all targets. Nothing was sent.',
    );
  const jobs = wholeNumberOf('--jobs', flags.jobs, [1, MAX_JOBS], 'the targets at a time');
  const isRun = !list && collect === undefined;
  const environment = orUsageError(() => gatherSettings({})).raw;
  const targets = await readTargets(file, { environment, only: onlyTarget, isRun }).catch(rejectAsUsageError);
  if (list) {
    process.stdout.write(listText(targets, json));
    return 0;
  }
  await prepareSite(out).catch(rejectAsUsageError);
  const startedAt = now();
  const statuses = await inParallel(targets, collect === undefined ? jobs : 1, async (target) => {
    const result =
      collect === undefined
        ? await check(target, out, signal)
        : await collectTarget(target, collect, out).catch(
            (error: unknown): TargetResult => ({ report: null, noResult: messageOf(error) }),
          );
    const status = await statusIn(out, target, result, failOn);
    say(withoutTokens(targets, lineOf(status)));
    return status;
  });
  const exitStatus = gravestOf(statuses);
  if (onlyTarget === undefined)
    await writeSite(out, targets, statuses, { startedAt, finishedAt: now(), exitStatus });
  const lines = statuses.map(lineOf);
  const page = onlyTarget === undefined ? `Page of all targets: ${shown(join(out, 'index.html'))}\n` : '';
  print(
    process.stdout,
    withoutTokens(
      targets,
      `${lines.join('\n')}\n${page}${resultsInWords(statuses)}; exit status ${exitStatus}\n`,
    ),
  );
  return exitStatus;
}
