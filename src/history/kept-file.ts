import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf, messageOf } from '../client/thrown.ts';
import { escapeHarmful } from '../model/text.ts';
import type { Report } from '../report/model.ts';

type Target = Report['target'];

/** Normalises an address: the case of scheme and host, the default port, trailing slashes. */
function addressOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  return new URL(baseUrl).href.replace(/(?<!\/)\/+$/, '');
}

/** Returns the identity of a target: one repository of one service. The bundled service is the same on any port. */
const identityOf = ({ bundled, faults = [], baseUrl, owner, repo }: Target): string =>
  bundled ? ['bundled', ...faults].join(' ') : JSON.stringify([addressOf(baseUrl), owner, repo]);

export const isSameTarget = (one: Target, other: Target): boolean => identityOf(one) === identityOf(other);

const KEY_LENGTH = 8;

/** Returns the part of a file name that tells the targets of a history apart. */
export const targetKey = (target: Target): string =>
  createHash('sha256').update(identityOf(target)).digest('hex').slice(0, KEY_LENGTH);

const LONGEST_ID = 40;
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[\w-]+\.([0-9a-f]{8})\.json$/;

/**
 * Returns the file name of a kept report: time, run and target, such as
 * `2026-11-20T16-18-09.123Z-0f3a9c21bd.5e1f0a77.json`. Names sort by time.
 */
export function historyName({ run, target }: Pick<Report, 'run' | 'target'>): string {
  const time = new Date(run.startedAt).toISOString().replaceAll(':', '-');
  const id = run.id.replaceAll(/[^\w-]+/g, '-').slice(0, LONGEST_ID) || 'run';
  return `${time}-${id}.${targetKey(target)}.json`;
}

/** Returns the key of the target in the name of a kept report; `null` if a file has another name. */
export const keyIn = (name: string): string | null => NAME.exec(name)?.[1] ?? null;

/** Returns the path of the page of a kept report. */
export const keptPage = (path: string): string => path.replace(/json$/, 'html');

/** Returns the addresses of the pages of kept reports from a report folder; `null` without a history, or on another disk. */
export function linksInto(
  historyDir: string | undefined,
  reportDir: string,
): (report: Report) => string | null {
  return (report) => {
    if (historyDir === undefined) return null;
    const path = relative(resolve(reportDir), join(resolve(historyDir), keptPage(historyName(report))));
    return isAbsolute(path) ? null : path.split(sep).map(encodeURIComponent).join('/');
  };
}

/** Returns the names of the kept reports, newest first. @throws {Error} with a sentence */
export async function keptNames(dir: string): Promise<string[]> {
  try {
    const names = await readdir(dir);
    return names
      .filter((name) => keyIn(name) !== null)
      .toSorted()
      .toReversed();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new Error(
      `The history folder ${JSON.stringify(dir)} cannot be read: ${escapeHarmful(messageOf(error))}. Set HISTORY_DIR (--history) to another one.`,
      { cause: error },
    );
  }
}
