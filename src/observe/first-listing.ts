import { because, type Doubt } from '../client/doubt.ts';
import { describeExchange, isSuccess } from '../client/exchange.ts';
import type { Query } from '../client/request.ts';
import { locate, pagesWith } from '../created/census.ts';
import { submit, validCreation, writerOf } from '../created/writer.ts';
import { blaming } from '../engine/causes.ts';
import type { Trial } from '../engine/trial.ts';
import { hindrance } from '../snapshot/listing.ts';

/** What became of an ordinary issue that was created to see when and where it is listed. */
export type FirstListing =
  | {
      readonly kind: 'listed';
      /** How long it took, in a few words; empty where it was there at once. */
      readonly lag: string;
      /** The plainest listing that shows it; `null` where that is not the same each time. */
      readonly state: Query | null;
    }
  | { readonly kind: 'not-listed' }
  /** Nothing follows. */
  | (Doubt & { readonly kind: 'unknown' });

/** Measures of time, in seconds. */
const WITHIN = [1, 5, 10, 60];

function lagOf(ms: number, looks: number): string {
  // What one look takes is not the service's time: found at the first one, the issue was there at once.
  if (looks <= 1) return '';
  const within = WITHIN.find((most) => ms / 1000 <= most);
  return within === undefined ? 'later than a minute' : `within ${within} s`;
}

const unknown = (doubt: Doubt): FirstListing => ({ kind: 'unknown', ...doubt });

/**
 * Creates one issue in a run, whoever asks first, with nothing else in flight, and looks for it. One that is not in the plain
 * list at once may have been searched for in the wrong place, or have been closed or deleted by somebody: another one is
 * created to see.
 * @throws {Stopped}
 */
export const firstListing = (t: Trial): Promise<FirstListing> =>
  t.run.once('first listing', () =>
    t.run.target.alone(async () => {
      const first = await createAndLook(t);
      const isPlain = first.kind === 'listed' && first.lag === '' && first.state?.['state'] === undefined;
      return isPlain || first.kind === 'unknown' ? first : bothOf(first, await createAndLook(t));
    }),
  );

/** What two issues show that were created one after the other. */
export function bothOf(first: FirstListing, second: FirstListing): FirstListing {
  if (first.kind === 'unknown' || second.kind === 'unknown')
    return second.kind === 'unknown' ? second : first;
  if (first.kind !== second.kind)
    return unknown(
      because(
        'unstable',
        'Of two new issues one was listed and the other was not; run again while nobody else writes.',
      ),
    );
  if (first.kind !== 'listed' || second.kind !== 'listed') return first;
  const isSame = first.state?.['state'] === second.state?.['state'];
  const lag = first.lag === '' || second.lag === '' ? '' : second.lag;
  return { kind: 'listed', lag, state: isSame ? second.state : null };
}

async function createAndLook(t: Trial): Promise<FirstListing> {
  const { clock } = t.run;
  const created = await submit(t, validCreation(t));
  const acceptedAt = clock.now();
  const doubt = hindrance(created);
  if (doubt !== null) return unknown(doubt);
  const sent = writerOf(t).of(created);
  if (!isSuccess(created) || sent === undefined)
    return unknown(
      blaming(['create.accepted'], `The creation was not accepted (${describeExchange(created)}).`),
    );
  const { census, missing, looks, isBlind } = await locate(t, [sent]);
  if (missing.length > 0 || isBlind) {
    if (!census.whole)
      return unknown(
        because(
          'limit',
          'The new issue was not found, and the list was not read to its end; run again on a smaller repository.',
        ),
      );
    return isBlind
      ? unknown(
          because('data', 'No listed issue shows its title, so the list does not show which one is new.'),
        )
      : { kind: 'not-listed' };
  }
  const pages = new Set(pagesWith(census, sent));
  const states = census.reads.filter(({ answers }) => answers.some((answer) => pages.has(answer)));
  // The plain list says more than one of several states.
  const [state] = states.toSorted((a, b) => Object.keys(a.query).length - Object.keys(b.query).length);
  return { kind: 'listed', lag: lagOf(clock.now() - acceptedAt, looks), state: state?.query ?? {} };
}
