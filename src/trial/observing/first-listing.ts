import { describeExchange } from '../../target/exchange.ts';
import type { Query } from '../../target/question.ts';
import { validPayload } from '../create-controls.ts';
import { hindrance } from '../settle.ts';
import type { Trial } from '../trial.ts';
import type { Writer } from '../writer.ts';

/** What became of an ordinary issue that was created to see when and where it is listed. */
export type FirstListing =
  | { readonly kind: 'listed'; readonly marker: string; readonly when: string; readonly place: Query }
  | { readonly kind: 'not-listed'; readonly when: string }
  /** Nothing follows; the reason is a sentence. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Measures of time, in seconds. */
const WITHIN = [1, 5, 10, 60];

function soonness(seconds: number): string {
  const within = WITHIN.find((most) => seconds <= most);
  return within === undefined ? 'later than a minute' : `within ${within} s`;
}

async function createAndLook(t: Trial): Promise<FirstListing> {
  const { finder, listedWithinMs } = t.context;
  const created = await t.submit({
    repository: t.premises.repository,
    as: t.as('member'),
    payload: validPayload,
  });
  const acceptedAt = performance.now();
  const hindered = hindrance([created]);
  if (hindered !== null) return { kind: 'unknown', reason: hindered };
  const marker = t.writer.markerIn(created.request.body ?? '') ?? '';
  const { response, fault } = created;
  if (fault !== null || response === null || response.status < 200 || response.status > 299) {
    const seen = describeExchange(created);
    return {
      kind: 'unknown',
      reason: `The creation was not accepted (${seen}); mending create.accepted decides it.`,
    };
  }
  if ((await finder.glance([marker])).records.has(marker))
    return { kind: 'listed', marker, when: 'at once', place: finder.place };
  const sight = await finder.find([marker], listedWithinMs);
  if (sight.records.has(marker)) {
    const when = soonness((performance.now() - acceptedAt) / 1000);
    return { kind: 'listed', marker, when, place: finder.place };
  }
  return sight.whole
    ? { kind: 'not-listed', when: `not within ${listedWithinMs / 1000} s` }
    : { kind: 'unknown', reason: 'The issue was not seen, and the list was not read to its end.' };
}

async function look(t: Trial): Promise<FirstListing> {
  const { place } = t.context.finder;
  const first = await createAndLook(t);
  // Finding out where new issues stand takes time that is not the service's: once that is known, look again.
  return first.kind === 'listed' && t.context.finder.place !== place ? createAndLook(t) : first;
}

const looks = new WeakMap<Writer, Promise<FirstListing>>();

/** Creates one issue in a run, whoever asks first, and looks for it. @throws {Stopped} */
export function firstListing(t: Trial): Promise<FirstListing> {
  const earlier = looks.get(t.writer);
  if (earlier !== undefined) return earlier;
  const now = look(t);
  looks.set(t.writer, now);
  return now;
}
