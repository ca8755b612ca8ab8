import { because } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Query, RequestSpec } from '../client/request.ts';
import { keysIn } from '../engine/alike.ts';
import type { Trial } from '../engine/trial.ts';
import { hindrance, listingOf, resultsIn } from '../snapshot/listing.ts';
import { sameKeys } from '../snapshot/sequence.ts';
import { statusOf, together, truncate, VALUE_LENGTH } from './texts.ts';

/** One request of an observation, under the name that it has in the value. */
export interface Asked {
  readonly name: string;
  readonly ask: () => Promise<Exchange>;
}

/** Whether requests may be sent for an observation alone; where not, that is noted as the reason. */
export function mayAsk(t: Trial): boolean {
  if (t.isScarce)
    t.unmet(
      because(
        'access',
        'Not observed: TOKEN does not let its holder list, and few requests may go without one; check TOKEN.',
      ),
    );
  else if (!t.run.profile.observes)
    t.unmet(because('setting', 'Not observed with this profile; PROFILE=standard observes it.'));
  return !t.isScarce && t.run.profile.observes;
}

/** Whether something follows from all of these answers; where not, that is noted as the reason. */
export function areTelling(t: Trial, answers: readonly Exchange[]): boolean {
  const doubt = answers.map(hindrance).find((one) => one !== null) ?? null;
  if (doubt !== null) t.unmet(doubt);
  return doubt === null;
}

/** Whether an answer came and is more than this program reads; where it is, that is noted as the reason. */
export function isUnread(t: Trial, answer: Exchange): boolean {
  const listing = listingOf(answer);
  if (listing.kind !== 'unknown' || hindrance(answer) !== null) return false;
  t.unmet(listing);
  return true;
}

/**
 * Asks for some things at once and writes down what is seen of each.
 * @param see what an answer looks like, in a few stable words; `null` where nothing follows, and then nothing is written
 * @param note makes a sentence of all that was seen
 * @throws {Stopped}
 */
export async function observeEach(
  t: Trial,
  asked: readonly Asked[],
  see: (answer: Exchange, name: string) => string | null | Promise<string | null>,
  note: (value: string) => string,
): Promise<void> {
  if (!mayAsk(t)) return;
  const answers = await Promise.all(asked.map(({ ask }) => ask()));
  if (!areTelling(t, answers)) return;
  const texts = await Promise.all(
    answers.map(async (answer, index) => see(answer, asked[index]?.name ?? '')),
  );
  if (texts.includes(null)) return;
  const seen = together(asked.map(({ name }, index) => ({ name, text: texts[index] ?? '' })));
  const value = truncate(t.run.secrets.scrub(seen), VALUE_LENGTH);
  t.observe(value, note(value));
}

/** What it is called where a listing is like the one that it is compared with, and where it is not. */
export interface Words {
  readonly same: string;
  readonly other: string;
}

/** The plain list, or another one that listings are compared with. */
const PLAIN: Query = {};

/** Whether the plain list can be compared with others; where not, that is noted as the reason. */
export async function plainIsRead(t: Trial): Promise<boolean> {
  const listing = listingOf(await t.ask(t.listing(PLAIN)));
  if (listing.kind === 'list') return true;
  const broken = listing.kind === 'malformed' ? 'list.array' : 'list.ok';
  t.unmet(
    listing.kind === 'unknown'
      ? listing
      : because(
          'other-rule',
          `The plain list is no list, so nothing can be compared with it; fix ${broken} first, then run again.`,
        ),
  );
  return false;
}

/** Two answers at the same moment are compared so often; on a list that always moves nothing follows. */
const LOOKS = 3;

/** Whether a request is always answered with the same results, as far as is known: more than once at least. @throws {Stopped} */
async function rests(t: Trial, spec: RequestSpec, answer: Exchange): Promise<boolean> {
  const known = new Set([answer, ...t.run.answersTo(spec)]);
  if (known.size < 2) known.add(await t.send(() => spec));
  const keys = [...known].map((one) => JSON.stringify(keysIn(one, t.known)));
  return keys.every((one) => one === keys[0]);
}

/** Whether two requests are answered with the same results; `null` where others write so much that nothing follows. */
async function areAlike(
  t: Trial,
  own: RequestSpec,
  answer: Exchange,
  twin: RequestSpec,
): Promise<boolean | null> {
  let [first, second] = [answer, await t.ask(twin)];
  for (let look = 1; ; look += 1) {
    const [keys, others] = [keysIn(first, t.known), keysIn(second, t.known)];
    if (keys === null || others === null) return false;
    if (sameKeys(keys, others)) return true;
    if (await rests(t, twin, second)) return false;
    if (look === LOOKS) return null;
    [first, second] = await t.run.target.alone(() => Promise.all([t.send(() => own), t.send(() => twin)]));
  }
}

/**
 * What a listing looks like beside another one: `200, same as page 1`, `200, empty`, `422`; `null`, with the reason noted,
 * where the list moves too much to say.
 * @throws {Stopped}
 */
export async function besideTwin(
  t: Trial,
  own: RequestSpec,
  twin: RequestSpec,
  words: Words,
): Promise<string | null> {
  const answer = await t.ask(own);
  const listing = listingOf(answer);
  if (listing.kind === 'malformed') return '200, no JSON array';
  if (isUnread(t, answer)) return null;
  if (listing.kind !== 'list') return statusOf(answer);
  const count = listing.records.length;
  const other = await t.ask(twin);
  if (count === 0 && resultsIn(other) > 0) return '200, empty';
  // Issues that cannot be told apart can still be counted.
  if (!t.known.isDistinct) return `200, ${count === 1 ? '1 result' : `${count} results`}`;
  const isAlike = await areAlike(t, own, answer, twin);
  if (isAlike === null)
    t.unmet(
      because(
        'unstable',
        'The list changed whenever two listings were compared; run again while nobody else writes.',
      ),
    );
  return isAlike === null ? null : `200, ${isAlike ? words.same : words.other}`;
}

/** Asks for listings, compares each with the plain one, and writes down what is seen. @throws {Stopped} */
export async function observeListings(
  t: Trial,
  queries: readonly (readonly [name: string, query: Query])[],
  words: Words,
  note: (value: string) => string,
): Promise<void> {
  if (!mayAsk(t) || !(await plainIsRead(t))) return;
  const specs = new Map(queries.map(([name, query]) => [name, t.listing(query)]));
  await observeEach(
    t,
    [...specs].map(([name, spec]) => ({ name, ask: () => t.ask(spec) })),
    (_answer, name) => besideTwin(t, specs.get(name) ?? t.listing(), t.listing(PLAIN), words),
    note,
  );
}
