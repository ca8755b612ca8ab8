import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lastComparable } from '../compare/changes.ts';
import { whereOf } from '../compare/columns.ts';
import { keptNames } from '../history/kept-file.ts';
import { BUNDLED, isMeantBy, type KeptTarget, keptTargets, latestReports } from '../history/past.ts';
import { quote } from '../report/commands.ts';
import { formatFiles } from '../report/format-names.ts';
import type { Report } from '../report/model.ts';
import { begunAt, countOf, shown } from '../report/text.ts';
import { UsageError } from './usage-error.ts';

/** Maximum runs examined to find one that is comparable with the last. */
const MAX_RUNS = 30;
const MAX_LISTED_TARGETS = 20;

const NEEDED = 'Runs are kept there with HISTORY_DIR (--history).';

/** Classifies a path: a folder with kept runs, a folder with neither runs nor a report, or anything else. */
export async function kindOf(path: string): Promise<'history' | 'empty' | 'report'> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() !== true) return 'report';
  if ((await keptNames(path)).length > 0) return 'history';
  return existsSync(join(path, formatFiles.json)) ? 'report' : 'empty';
}

const labelled = ({ target: { label } }: KeptTarget): string =>
  label === undefined ? '' : `${shown(label)}, `;

/** Returns one line per target, with the name that chooses it. */
function listed(targets: readonly KeptTarget[], all: readonly KeptTarget[]): string {
  const lines = targets.slice(0, MAX_LISTED_TARGETS).map((one) => {
    const { target, runs } = one;
    const { label } = target;
    const isAlone = (name: string): boolean => all.filter((other) => isMeantBy(name, other)).length === 1;
    const where = target.bundled ? BUNDLED : `${target.baseUrl} ${target.owner}/${target.repo}`;
    const name = label !== undefined && isAlone(label) ? label : where;
    return `  --target ${quote(shown(name))}   (${labelled(one)}${whereOf(one)}: ${countOf(runs, 'run')})`;
  });
  const left = targets.length - lines.length;
  return [...lines, ...(left > 0 ? [`  and ${left} more`] : [])].join('\n');
}

/** @throws {UsageError} if the name, or its absence, leaves no target or several */
function chosenTarget(dir: string, targets: readonly KeptTarget[], name: string | undefined): KeptTarget {
  const meant = name === undefined ? targets : targets.filter((target) => isMeantBy(name, target));
  const [one] = meant;
  if (one !== undefined && meant.length === 1) return one;
  const folder = `The history folder ${JSON.stringify(dir)}`;
  if (targets.length === 0)
    throw new UsageError(`${folder} holds no run that can be read; two are needed. ${NEEDED}`);
  const which = listed(meant.length === 0 ? targets : meant, targets);
  if (name === undefined)
    throw new UsageError(
      `${folder} holds runs of ${targets.length} targets; --target chooses one, by its label, its address, its repository, or both of these:\n${which}`,
    );
  throw new UsageError(
    meant.length === 0
      ? `--target is ${JSON.stringify(shown(name))}, but ${folder.replace('The', 'the')} holds no run of such a target; expected one of:\n${which}`
      : `--target is ${JSON.stringify(shown(name))}, which is the name of ${meant.length} targets in ${folder.replace('The', 'the')}:\n${which}`,
  );
}

/**
 * Returns the last run of a target in a history folder, and the latest earlier one that is comparable. `null`
 * if there is only one run.
 * @param name chooses among several targets
 * @param tell receives a sentence on skipped runs
 * @throws {UsageError} if the target is ambiguous or unknown, or no earlier run is comparable
 */
export async function lastTwo(
  dir: string,
  name: string | undefined,
  tell: (sentence: string) => void,
): Promise<readonly [before: Report, after: Report] | null> {
  const targets = await keptTargets(dir);
  const chosen = chosenTarget(dir, targets, name);
  const { reports, unreadable } = await latestReports(chosen.target, dir, MAX_RUNS);
  const what = `${labelled(chosen)}${whereOf(chosen)}`;
  const [first] = unreadable;
  if (first !== undefined)
    tell(
      `${countOf(unreadable.length, 'file')} in ${dir} cannot be read as ${unreadable.length === 1 ? 'a report' : 'reports'}: ${first}`,
    );
  const after = reports.at(-1);
  if (after === undefined)
    throw new UsageError(
      `The history folder ${JSON.stringify(dir)} holds no run of ${what}; two are needed. ${NEEDED}`,
    );
  if (reports.length === 1) {
    tell(
      `${JSON.stringify(dir)} holds one run of ${what}, that of ${begunAt(after)}; nothing can be compared yet`,
    );
    return null;
  }
  const earlier = reports.slice(0, -1);
  const last = lastComparable(earlier, after);
  if (last === null)
    throw new UsageError(
      `None of the ${countOf(earlier.length, 'run')} of ${what} before the last can be compared with it (that of ${begunAt(after)}): they were unusable, broken, interrupted, decided nothing, or tried other rules. Name two reports instead: issue-conformance compare OLDER NEWER`,
    );
  const between = earlier.length - 1 - earlier.indexOf(last);
  if (between > 0) tell(`${countOf(between, 'run')} between the two passed over, with nothing to compare`);
  return [last, after];
}
