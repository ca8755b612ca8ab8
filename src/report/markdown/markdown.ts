import { newFailures } from '../failures.ts';
import type { Report } from '../model.ts';
import {
  expiredEntries,
  knownEntries,
  knownUndecidedEntries,
  needlessEntries,
  staleEntries,
  unmetPins,
} from './baseline.ts';
import { Failures } from './failures.ts';
import type { Filling } from './filling.ts';
import { foot } from './foot.ts';
import { cutNotice, head } from './head.ts';
import { observations } from './observations.ts';
import { bytesOf, serialise } from './serialise.ts';
import { changedSince } from './since.ts';
import { undecidedRules } from './undecided-rules.ts';

/** GitHub takes no comment of more than 65,536 characters; whoever posts this one may want to add a line. */
const MOST_BYTES = 60_000;
/** What no part of the report can take from the others, however long they are. */
const SHARES = {
  lines: 18_000,
  stale: 3000,
  pins: 3000,
  known: 5000,
  inconclusive: 5000,
  skip: 4000,
} as const;
/** So many failures have their card in full, if at all possible, before all others have a short one. */
const FIRST = 3;

/**
 * The run as Markdown for a comment on a pull request or the summary of a job, of at most 60,000 bytes. Where not everything
 * fits, observations go first, then the exchanges and commands of later failures, then their cards; what is left out is said.
 */
export function markdown(report: Report): string {
  const above = [...changedSince(report), ...head(report)];
  const below = foot(report);
  const failures = new Failures(newFailures(report.rules));
  const pins = unmetPins(report);
  const stale = staleEntries(report);
  const expired = expiredEntries(report);
  const known = knownEntries(report);
  const inconclusive = undecidedRules(report, 'inconclusive');
  const skip = undecidedRules(report, 'skip');
  const listed = knownUndecidedEntries(report);
  const needless = needlessEntries(report);
  const observed = observations(report);

  const parts = [failures, pins, stale, expired, known, inconclusive, skip, listed, needless, observed];
  let room = MOST_BYTES - bytesOf([...above, cutNotice(), ...below]);
  for (const { fixed } of parts) room -= fixed;
  const take = (part: Filling, most = room): void => {
    room -= part.take(Math.min(room, most));
  };

  room -= failures.raise('line', Math.min(room, SHARES.lines));
  take(pins, SHARES.pins);
  take(stale, SHARES.stale);
  take(expired, SHARES.stale);
  take(known, SHARES.known);
  take(inconclusive, SHARES.inconclusive);
  take(skip, SHARES.skip);
  take(listed, SHARES.skip);
  room -= failures.raise('full', room, FIRST);
  room -= failures.raise('short', room);
  room -= failures.raise('full', room);
  room -= failures.raise('line', room);
  for (const part of [pins, stale, expired, inconclusive, skip, known, listed, needless, observed])
    take(part);

  return serialise([
    ...above,
    ...(parts.some(({ isCut }) => isCut) ? [cutNotice()] : []),
    ...parts.flatMap((part) => part.blocks()),
    ...below,
  ]);
}
