import type { Exchange } from '../../target/exchange.ts';
import { ANONYMOUS } from '../../target/question.ts';
import { validPayload } from '../create-controls.ts';
import type { CaseResult } from '../probe.ts';
import type { Sight } from '../sight.ts';
import type { Trial } from '../trial.ts';
import type { Submission } from '../writer.ts';
import { acceptedWrites } from './accepted-writes.ts';

/** A request that must be refused. */
interface Refused {
  readonly shown: string;
  readonly payload: Submission['payload'];
  readonly anonymous?: boolean;
}

/** Payloads that must be refused and have no room for a marker, or none that a record need show. */
const NAMELESS: readonly Refused[] = [
  { shown: '{"body": "…"}', payload: (_title, marker) => ({ body: marker }) },
  { shown: '{}', payload: () => ({}) },
  { shown: '{"title": null}', payload: () => ({ title: null }) },
  { shown: '{"title": 42}', payload: () => ({ title: 42 }) },
  { shown: '[]', payload: () => [] },
  { shown: 'null', payload: () => null },
];
/** What it leaves behind shows its marker, where titles are shown. */
const NAMED: Refused = { shown: '{"title": "…"}', payload: validPayload, anonymous: true };
/** Requests of one kind that are sent at once: as many new issues is more than others are likely to create meanwhile. */
const AT_ONCE = 4;
const ROUNDS = 2;

const unmarked = (later: Sight, earlier: ReadonlySet<string>): number =>
  [...later.seen].filter(([key, marker]) => marker === undefined && !earlier.has(key)).length;

interface Round {
  readonly exchanges: readonly Exchange[];
  /** Whether all of them were refused. */
  readonly refused: boolean;
  /** New issues after them that show no marker. */
  readonly fresh: number;
  /** Whether the list was read to its end before and after them. */
  readonly whole: boolean;
}

/** Sends refused requests of one kind, with nothing else in flight, and counts the issues that come with them. */
function oneRound(t: Trial, { payload, anonymous }: Refused): Promise<Round> {
  const { finder, asker } = t.context;
  const as = anonymous === true ? ANONYMOUS : t.as('member');
  return asker.alone(async () => {
    const before = await finder.list(finder.place);
    const exchanges = await Promise.all(
      Array.from({ length: AT_ONCE }, () => t.submit({ repository: t.premises.repository, as, payload })),
    );
    const after = await finder.list(finder.place);
    const whole = before.whole && after.whole;
    // In a part of the list old issues come into sight when others go, or move on.
    const fresh = whole ? unmarked(after, new Set(before.seen.keys())) : 0;
    const refused = exchanges.every(
      ({ response }) => response !== null && response.status >= 400 && response.status < 500,
    );
    return { exchanges, refused, fresh, whole };
  });
}

/** The last of the rounds of one kind, up to the first that does not bring as many issues as requests. */
async function rounds(t: Trial, kind: Refused): Promise<Round> {
  let last = await oneRound(t, kind);
  for (let round = 1; round < ROUNDS && isEffect(last); round += 1) last = await oneRound(t, kind);
  return last;
}

const isEffect = ({ refused, fresh }: Round): boolean => refused && fresh >= AT_ONCE;

/** Whether issues that show no marker come with other refused requests too: then others are at work. */
async function comeAnyway(t: Trial, control: Refused): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) if ((await oneRound(t, control)).fresh > 0) return true;
  return false;
}

const OTHERS: CaseResult = {
  kind: 'undecided',
  reason:
    'New issues come with every request that is refused, and the records do not show whose they are; a list to which nobody else writes, or one that shows titles, decides it.',
};

/** Whether issues are there that are neither known from the beginning nor seen to be this run's. */
async function hasNameless(t: Trial, hidden: boolean): Promise<boolean> {
  const { finder } = t.context;
  const isComparable = t.knewAllAtFirst && t.knownAtFirst.length > 0 && finder.place['state'] === undefined;
  // Where titles are hidden, what a refused request left behind is not to be seen otherwise.
  if (!isComparable) return hidden || (t.knewAllAtFirst && t.knownAtFirst.length > 0);
  const news = unmarked(await finder.view([]), new Set(t.knownAtFirst));
  return news > (hidden ? acceptedWrites(t).length : 0);
}

const TOO_LONG: CaseResult = {
  kind: 'undecided',
  reason:
    'The records do not show titles and the list is too long to be read whole, so issues of refused requests cannot be told from others; PROFILE=thorough or a smaller repository decides it.',
};

/**
 * Issues without a trace of the request that made them. New issues that are not this run's are a suspicion; refused
 * payloads of one kind, sent again several at once and with nothing else in flight, have to bring as many of them, twice,
 * while as many refused requests of another kind bring none.
 */
export async function namelessEffects(t: Trial): Promise<CaseResult | null> {
  const hidden = t.context.finder.titlesHidden;
  if (!t.survey.isDistinct || !(await hasNameless(t, hidden))) return null;
  for (const kind of hidden ? [NAMED, ...NAMELESS] : NAMELESS) {
    const seen = await rounds(t, kind);
    if (hidden && !seen.whole) return TOO_LONG;
    if (!isEffect(seen)) continue;
    const control = kind === NAMED ? NAMELESS[1] : NAMED;
    if (control !== undefined && (await comeAnyway(t, control))) return hidden ? OTHERS : null;
    return {
      kind: 'violated',
      violation: {
        expected: 'no new issue in the list after requests that were refused',
        actual: `${AT_ONCE} new issues in the list after ${AT_ONCE} requests that were refused`,
        counterexample: kind.anonymous === true ? { credential: 'none' } : { payload: kind.shown },
        reproduced: `${ROUNDS} of ${ROUNDS}`,
        exchanges: seen.exchanges.slice(0, 2),
      },
    };
  }
  return null;
}
