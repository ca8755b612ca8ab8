import { because, type Doubt } from '../client/doubt.ts';
import { describeExchange, isSuccess } from '../client/exchange.ts';
import type { Query } from '../client/request.ts';
import { locate } from '../created/census.ts';
import { submit, validCreation, writerOf } from '../created/writer.ts';
import type { Trial } from '../engine/trial.ts';
import { hindrance } from '../snapshot/listing.ts';

/** What became of an ordinary issue that was created to see when and where it is listed. */
export type FirstListing =
  | { readonly kind: 'listed'; readonly when: string; readonly state: Query }
  | { readonly kind: 'not-listed'; readonly when: string }
  /** Nothing follows. */
  | (Doubt & { readonly kind: 'unknown' });

/** Measures of time, in seconds. */
const WITHIN = [1, 5, 10, 60];
/** What one look takes is not the service's time: found at the first one, the issue was there at once. */
const AT_ONCE_MS = 5;

function soonness(ms: number, looks: number): string {
  if (looks <= 1 || ms < AT_ONCE_MS) return 'at once';
  const within = WITHIN.find((most) => ms / 1000 <= most);
  return within === undefined ? 'later than a minute' : `within ${within} s`;
}

/** Creates one issue in a run, whoever asks first, with nothing else in flight, and looks for it. @throws {Stopped} */
export const firstListing = (t: Trial): Promise<FirstListing> =>
  t.run.once('first listing', () => t.run.target.alone(() => createAndLook(t)));

async function createAndLook(t: Trial): Promise<FirstListing> {
  const { clock, settings } = t.run;
  const created = await submit(t, validCreation(t));
  const acceptedAt = clock.now();
  const doubt = hindrance(created);
  if (doubt !== null) return { kind: 'unknown', ...doubt };
  const sent = writerOf(t).of(created);
  if (!isSuccess(created) || sent === undefined)
    return {
      kind: 'unknown',
      ...because(
        'other-rule',
        `The creation was not accepted (${describeExchange(created)}); fix create.accepted first, then run again.`,
      ),
    };
  const { census, missing, looks } = await locate(t, [sent]);
  if (missing.length > 0)
    return census.whole
      ? { kind: 'not-listed', when: `not within ${settings.listedWithinMs / 1000} s` }
      : {
          kind: 'unknown',
          ...because('limit', 'The issue was not seen, and the list was not read to its end.'),
        };
  const pages = new Set(census.shown.pages.get(sent.marker));
  const states = census.reads.filter(({ answers }) => answers.some((answer) => pages.has(answer)));
  // The plain list says more than one of several states.
  const [state] = states.toSorted((a, b) => Object.keys(a.query).length - Object.keys(b.query).length);
  return { kind: 'listed', when: soonness(clock.now() - acceptedAt, looks), state: state?.query ?? {} };
}
