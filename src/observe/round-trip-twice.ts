import { because } from '../client/doubt.ts';
import { isSuccess } from '../client/exchange.ts';
import { writerOf } from '../created/writer.ts';
import type { Trial } from '../engine/trial.ts';
import { areTelling } from './comparing.ts';
import { creation, recordsShowing } from './creating.ts';
import { describeRoundTrip, type Returned, TRIPS, UNCHANGED } from './round-trip.ts';
import { untilSteady } from './steady.ts';
import { statusOf, truncate, VALUE_LENGTH } from './texts.ts';

/** Creates what may come back changed, and says what of it did. @returns `null`, with the reason noted, where nothing follows @throws {Stopped} */
async function roundTrip(t: Trial): Promise<string | null> {
  const asked = TRIPS.map(({ name, title, body }) =>
    creation(
      t,
      name,
      { payload: (marked) => ({ title: title(marked), body }), words: 'round trip' },
      // They are looked for afterwards.
      { first: true },
    ),
  );
  const answers = await Promise.all(asked.map(({ ask }) => ask()));
  if (!areTelling(t, answers)) return null;
  const records = await recordsShowing(t, answers);
  const trips = TRIPS.flatMap((trip, index) => {
    const answer = answers[index];
    return answer === undefined ? [] : [{ trip, answer, record: records[index] }];
  });
  const accepted = trips.filter(({ answer }) => isSuccess(answer));
  if (accepted.length > 0 && accepted.every(({ record }) => record === undefined)) {
    t.unmet(
      because(
        'unstable',
        'Other new issues were listed before, and none of these was; run again while nobody else writes.',
      ),
    );
    return null;
  }
  const returned = trips.flatMap(({ trip, answer, record }): Returned[] =>
    record === undefined ? [] : [{ trip, sent: answer.request.body ?? '', record }],
  );
  const refused = trips.flatMap(({ trip, answer, record }) =>
    record === undefined
      ? [`${trip.name} → ${statusOf(answer)}${isSuccess(answer) ? ', not listed' : ''}`]
      : [],
  );
  const isFromRequest = (text: string): boolean => writerOf(t).markerIn(text) !== undefined;
  const seen = [...(returned.length === 0 ? [] : [describeRoundTrip(returned, isFromRequest)]), ...refused];
  return truncate(t.run.secrets.hide(seen.join('; ')), VALUE_LENGTH);
}

/**
 * What comes back unchanged, or changed in the same way twice: somebody else may edit an issue as soon as it is there.
 * @returns `null`, with the reason noted, where nothing follows
 * @throws {Stopped}
 */
export const roundTripTwice = (t: Trial): Promise<string | null> =>
  untilSteady(t, 'Titles and bodies came back changed in another way each time', async () => {
    const value = await roundTrip(t);
    return value === null ? null : { kind: value === UNCHANGED ? 'sure' : 'seen', value };
  });
