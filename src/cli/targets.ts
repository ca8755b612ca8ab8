import { join } from 'node:path';
import { countOf, sanitise } from '../model/text.ts';
import { headlineOf } from '../report/outcome.ts';
import { UsageError } from '../report-folder/files.ts';
import { describeProblems } from '../settings/parse.ts';
import { gatherSettings } from '../settings/sources.ts';
import { tokensIn } from '../settings/tokens.ts';
import { readTargets } from '../targets/file.ts';
import { checkTarget } from '../targets/results.ts';
import { prepareSite } from '../targets/site.ts';
import { gravestOf, NOT_WORSE, resultsInWords, type TargetStatus } from '../targets/status.ts';
import type { CommandCall } from './commands.ts';
import { printStderr, printStdout } from './output.ts';

/** Rules of a target that a line names. */
const NAMED = 3;

/** Returns a line such as `eu: Not conformant, 2 failures, 1 new: create.once, list.ok; exit status 1`. */
function lineOf({ label, report, noResult, exitStatus, failing, worse, notWorse }: TargetStatus): string {
  if (report === null) return `${label}: no result: ${noResult ?? ''}; exit status ${exitStatus}`;
  const ids = [...new Set([...worse.map(({ rule }) => rule.id), ...failing])];
  const named = `${ids.slice(0, NAMED).join(', ')}${ids.length > NAMED ? ' …' : ''}`;
  const parts = [
    headlineOf(report),
    ...(report.problem === undefined ? [] : [sanitise(report.problem).replace(/\.$/, '')]),
    ...(failing.length === 0 ? [] : [`${countOf(failing.length, 'failure')}, ${worse.length} new: ${named}`]),
    ...(notWorse ? [NOT_WORSE] : []),
  ];
  return `${label}: ${parts.join(', ')}; exit status ${exitStatus}`;
}

export default async function targets({ words: [file = ''], options, untilSignal }: CommandCall) {
  const { jobs, out, list, json, onlyTarget: only, collect, failOn } = options;
  const signal = untilSignal('interrupted; ending the runs');
  if (json === true && list !== true)
    throw new UsageError('--json is the format of --list. Nothing was sent.');
  const isRun = list !== true && collect === undefined;
  const { raw: environment, problems } = gatherSettings({});
  if (problems.length > 0) throw new UsageError(describeProblems(problems));
  const all = await readTargets(file, { environment, only, isRun });
  if (list === true) {
    const listed = all.map(({ label, settings: { BASE_URL = '' } }) => ({ label, baseUrl: BASE_URL }));
    printStdout(...(json === true ? [JSON.stringify(listed)] : listed.map(({ label }) => label)));
    return 0;
  }
  const writeSite = await prepareSite(out);
  const hide = (text: string): string => all.reduce((left, { raw }) => tokensIn(raw).scrub(left), text);
  const statuses: TargetStatus[] = [];
  const waiting = all.entries();
  const work = async (): Promise<void> => {
    for (const [place, target] of waiting) {
      if (isRun && !signal.aborted) printStderr(`${target.label}: started`);
      const status = await checkTarget(target, { out, failOn, signal, collect });
      printStderr(hide(lineOf(status)));
      statuses[place] = status;
    }
  };
  await Promise.all(Array.from({ length: isRun ? jobs : 1 }, work));
  const exitStatus = gravestOf(statuses);
  if (only === undefined) await writeSite(statuses);
  printStdout(
    ...statuses.map((status) => hide(lineOf(status))),
    ...(only === undefined ? [`Page of all targets: ${hide(sanitise(join(out, 'index.html')))}`] : []),
    hide(`${resultsInWords(statuses)}; exit status ${exitStatus}`),
  );
  return exitStatus;
}
