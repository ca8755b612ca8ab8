import { type Exchange, isSuccess } from '../client/exchange.ts';
import type { Asking } from '../client/target.ts';
import { locate } from '../created/census.ts';
import { type Submission, submit, validPayload, writerOf } from '../created/writer.ts';
import { blaming } from '../engine/causes.ts';
import type { Trial } from '../engine/trial.ts';
import { type Asked, mayAsk } from './comparing.ts';
import { type FirstListing, firstListing } from './first-listing.ts';

const NOT_LISTED = blaming(['create.listed'], 'An accepted issue was not found in any listing.');

/** An ordinary new issue, as the list shows it; `null`, with the reason noted, where it does not. @throws {Stopped} */
export async function listedIssue(t: Trial): Promise<(FirstListing & { readonly kind: 'listed' }) | null> {
  if (!mayAsk(t)) return null;
  const seen = await firstListing(t);
  if (seen.kind === 'listed') return seen;
  t.unmet(seen.kind === 'unknown' ? seen : NOT_LISTED);
  return null;
}

/** A creation with TOKEN, of which nothing is demanded. */
export function creation(
  t: Trial,
  name: string,
  submission: Partial<Submission>,
  asking: Asking = {},
): Asked {
  const ask = () =>
    submit(
      t,
      { repository: t.bed.written, as: t.as('member'), payload: validPayload, ...submission },
      asking,
    );
  return { name, ask, again: ask };
}

/** The records that the list shows of some creations; `undefined` for those that were not accepted, or are not listed. @throws {Stopped} */
export async function recordsShowing(t: Trial, answers: readonly Exchange[]): Promise<readonly unknown[]> {
  const writer = writerOf(t);
  const sent = answers.map((answer) => (isSuccess(answer) ? writer.of(answer) : undefined));
  const some = sent.flatMap((one) => one ?? []);
  if (some.length === 0) return answers.map(() => undefined);
  const { census } = await locate(t, some);
  return sent.map((one) => (one === undefined ? undefined : census.shown.shownAs.get(one.marker)));
}
