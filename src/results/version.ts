import type { Report } from '../report/model.ts';
import { inert } from '../report/text.ts';

type Run = Report['run'];
type Versions = NonNullable<Run['targetVersions']>;

/** Returns `02:13:05`. */
const timeOf = (iso: string): string => iso.slice(11, 19);

/** Joins the versions with the time at which each replaced the last; `null` if their times overlap. */
function oneAfterTheOther(versions: Versions): string | null {
  const parts = versions.map(({ version, until }, index) => {
    const next = versions[index + 1];
    if (next === undefined) return version;
    return until <= next.from ? `${version} until ${timeOf(until)}` : null;
  });
  return parts.includes(null) ? null : parts.join(', then ');
}

/**
 * Returns the versions of the service that answered a run, with times, if there were several: `1.4.1 until
 * 02:13:05, then 1.4.2 (UTC): a deployment was going on`. `null` otherwise.
 */
export function versionsSeen({ targetVersions = [] }: Run): string | null {
  const versions = targetVersions.toSorted((a, b) => a.from.localeCompare(b.from));
  if (versions.length < 2) return null;
  const text = oneAfterTheOther(versions);
  if (text !== null) return inert(`${text} (UTC): a deployment was going on`);
  const spans = versions.map(
    ({ version, from, until }) => `${version} from ${timeOf(from)} to ${timeOf(until)}`,
  );
  return inert(`${spans.join(', ')} (UTC): a deployment was going on, or the service runs several versions`);
}

/** Returns the version that was checked, `1.4.2`; `null` if unknown. */
export const versionOf = ({ run: { targetVersion } }: Pick<Report, 'run'>): string | null =>
  targetVersion === undefined ? null : inert(targetVersion);
