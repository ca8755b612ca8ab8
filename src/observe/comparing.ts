import { because } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import { blaming } from '../engine/causes.ts';
import type { Trial } from '../engine/trial.ts';
import { hindrance, listingOf } from '../snapshot/listing.ts';
import { statusOf, together, truncate, VALUE_LENGTH } from './texts.ts';

/** One request of an observation, under the name that it has in the value. */
export interface Asked {
  readonly name: string;
  readonly ask: () => Promise<Exchange>;
  /** Asks once more, and not from memory. */
  readonly again: () => Promise<Exchange>;
}

/** Whether requests may be sent for an observation alone; where not, that is noted as the reason. */
export function mayAsk(t: Trial): boolean {
  if (t.isScarce)
    t.unmet(
      because(
        'access',
        'Not observed: TOKEN does not let its holder list, and few requests may go without one; check TOKEN, then run again.',
      ),
    );
  else if (!t.run.profile.observes)
    t.unmet(because('setting', 'This profile leaves it out; run again with PROFILE=standard.'));
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

const isTrouble = ({ response, fault }: Exchange): boolean =>
  response === null || fault !== null || response.status >= 500;

/** Whether an answer that a bad moment explains comes again; where it does not, that is noted as the reason. @throws {Stopped} */
async function comesAgain(t: Trial, answer: Exchange, { again }: Asked): Promise<boolean> {
  if (!isTrouble(answer)) return true;
  const other = await again();
  if (!areTelling(t, [other])) return false;
  if (statusOf(other) === statusOf(answer)) return true;
  t.unmet(
    because(
      'unstable',
      `The same request was answered ${statusOf(answer)} and then ${statusOf(other)}; run again when the service is stable.`,
    ),
  );
  return false;
}

/**
 * Asks for some things at once and writes down what is seen of each.
 * @param see what an answer looks like, in a few stable words; `null` where nothing follows, and then nothing is written
 * @param note what the value does not say, as a sentence
 * @throws {Stopped}
 */
export async function observeEach(
  t: Trial,
  asked: readonly Asked[],
  see: (answer: Exchange, name: string) => string | null | Promise<string | null>,
  note = '',
): Promise<void> {
  if (!mayAsk(t)) return;
  const answers = await Promise.all(asked.map(async (one) => ({ one, answer: await one.ask() })));
  if (
    !areTelling(
      t,
      answers.map(({ answer }) => answer),
    )
  )
    return;
  const come = await Promise.all(answers.map(({ one, answer }) => comesAgain(t, answer, one)));
  if (come.includes(false)) return;
  const texts = await Promise.all(
    answers.map(async ({ one, answer }) => ({ name: one.name, text: await see(answer, one.name) })),
  );
  const seen = texts.flatMap(({ name, text }) => (text === null ? [] : [{ name, text }]));
  if (seen.length < texts.length) return;
  t.observe(truncate(t.run.secrets.hide(together(seen)), VALUE_LENGTH), note);
}

/** Whether the plain list can be compared with others; where not, that is noted as the reason. */
export async function plainIsRead(t: Trial): Promise<boolean> {
  const listing = listingOf(await t.ask(t.listing()));
  if (listing.kind === 'list') return true;
  const broken = listing.kind === 'malformed' ? 'list.array' : 'list.ok';
  t.unmet(
    listing.kind === 'unknown'
      ? listing
      : blaming([broken], 'The plain list cannot be read, so nothing can be compared with it.'),
  );
  return false;
}
