import { describeExchange, type Exchange, isSuccess } from '../client/exchange.ts';
import type { Query } from '../client/request.ts';
import { locate, pagesWith } from '../created/census.ts';
import { acceptedIn } from '../created/shared-creations.ts';
import { submit, validCreation, writerOf } from '../created/writer.ts';
import type { Trial } from '../run/trial.ts';
import { recordsOf } from '../snapshot/listing.ts';
import { disturbed, NotObserved, needsAnswers } from './observation.ts';

/** The fate of an ordinary issue that was created to see when and where it is listed. */
export type FirstListing =
  | {
      readonly kind: 'listed';
      /** The time that it took, in a few words; empty if it was listed at once. */
      readonly lag: string;
      /** The plainest listing that shows it; `null` if two issues were found under different states. */
      readonly state: Query | null;
    }
  | { readonly kind: 'not-listed' };

const LAGS_S = [1, 5, 10, 60];

/** Values of `state` that are no state of an issue, but stand for several. */
const SEVERAL_STATES = new Set(['all', 'any']);
const LIKELY_STATES = ['closed', 'new', 'pending', 'draft', 'triage'];

function lagOf(ms: number, looks: number): string {
  // One look takes time that is not the service's: found at the first one, the issue was there at once.
  if (looks <= 1) return '';
  const within = LAGS_S.find((most) => ms / 1000 <= most);
  return within === undefined ? 'later than a minute' : `within ${within} s`;
}

/**
 * Creates one issue in a run, with nothing else in flight, and looks for it. If the plain list does not show it at once,
 * the search may have begun in the wrong place, or somebody closed or deleted it: a second issue decides.
 * @throws {Stopped}
 */
export const firstListing = (t: Trial): Promise<FirstListing> =>
  t.run.once('first listing', () =>
    t.run.target.alone(async () => {
      const first = await createAndLook(t);
      const isPlain = first.kind === 'listed' && first.lag === '' && first.state?.['state'] === undefined;
      return isPlain ? first : bothOf(first, await createAndLook(t));
    }),
  );

/** Returns what two issues show that were created one after the other. */
export function bothOf(first: FirstListing, second: FirstListing): FirstListing {
  if (first.kind !== second.kind) throw disturbed('Of two new issues one was listed and the other was not');
  if (first.kind !== 'listed' || second.kind !== 'listed') return first;
  const isSame = first.state?.['state'] === second.state?.['state'];
  const lag = first.lag === '' || second.lag === '' ? '' : second.lag;
  return { kind: 'listed', lag, state: isSame ? second.state : null };
}

async function createAndLook(t: Trial): Promise<FirstListing> {
  const { clock } = t.run;
  const created = await submit(t, validCreation(t));
  const acceptedAt = clock.now();
  needsAnswers([created]);
  const sent = writerOf(t).of(created);
  if (!isSuccess(created) || sent === undefined)
    throw new NotObserved('other-rule', `The creation was not accepted (${describeExchange(created)}).`, [
      'create.accepted',
    ]);
  const { census, missing, looks, isBlind } = await locate(t, [sent]);
  if (missing.length > 0 || isBlind) {
    if (!census.whole)
      throw new NotObserved(
        'limit',
        'The new issue was not found, and the list was not read to its end; run again on a smaller repository.',
      );
    if (!isBlind) return { kind: 'not-listed' };
    throw new NotObserved(
      'data',
      'No listed issue shows its title, so the list does not show which one is new.',
    );
  }
  const pages = new Set(pagesWith(census, sent));
  const states = census.reads.filter(({ answers }) => answers.some((answer) => pages.has(answer)));
  // The plain list says more than one of several states.
  const [state] = states.toSorted((a, b) => Object.keys(a.query).length - Object.keys(b.query).length);
  return { kind: 'listed', lag: lagOf(clock.now() - acceptedAt, looks), state: state?.query ?? {} };
}

/** Returns an ordinary new issue as the list shows it. Throws if the list does not. @throws {Stopped} */
export async function needsListedIssue(t: Trial): Promise<FirstListing & { readonly kind: 'listed' }> {
  const seen = await firstListing(t);
  if (seen.kind === 'listed') return seen;
  throw new NotObserved('other-rule', 'An accepted issue was not found in any listing.', ['create.listed']);
}

/** Returns the state in which a new issue starts; `null` if the list without `state` shows it. @throws {Stopped} */
export async function stateOfNewIssue(t: Trial): Promise<string | null> {
  const listed = await needsListedIssue(t);
  if (listed.state === null) throw disturbed('Two new issues were found in different states');
  const { state } = listed.state;
  if (state === undefined) return null;
  if (!SEVERAL_STATES.has(String(state))) return String(state);
  const writer = writerOf(t);
  const markers = new Set(acceptedIn(t).map(({ marker }) => marker));
  for (const likely of LIKELY_STATES) {
    const page = await t.send(() => t.listing({ state: likely, per_page: '100' }, t.base, t.bed.written));
    const isOurs = (record: unknown): boolean => markers.has(writer.markerIn(JSON.stringify(record)) ?? '');
    if (recordsOf(page).some(isOurs)) return likely;
  }
  return `not open, found under ${String(state)}`;
}

/** Returns the listed records of some creations, `undefined` for those that are not accepted or not listed. @throws {Stopped} */
export async function recordsShowing(t: Trial, answers: readonly Exchange[]): Promise<readonly unknown[]> {
  const writer = writerOf(t);
  const sent = answers.map((answer) => (isSuccess(answer) ? writer.of(answer) : undefined));
  const some = sent.flatMap((one) => one ?? []);
  if (some.length === 0) return answers.map(() => undefined);
  const { census } = await locate(t, some);
  return sent.map((one) => (one === undefined ? undefined : census.shown.shownAs.get(one.marker)));
}
