import { readListAnswer } from '../survey/list-answer.ts';
import type { Exchange } from '../target/exchange.ts';
import { titlesAreHidden } from './counted.ts';
import { anonymously, elsewhere, validPayload, validTwin, withoutTitle } from './create-controls.ts';
import type { CaseResult } from './probe.ts';
import type { Sight } from './sight.ts';
import type { Trial } from './trial.ts';
import type { Submission, Write } from './writer.ts';

/** Tries of a suspicion that somebody else's work could explain. */
const TRIES = 3;

const acceptedMarkers = (t: Trial): string[] =>
  t.writer.writes
    .filter(({ outcome, url }) => outcome === 'accepted' && t.isPublicCollection(url))
    .map(({ marker }) => marker);

const keysOf = (sight: Sight): Set<string> => new Set(sight.seen.keys());

/** The keys of one sight that are not in another one. */
const missingFrom = (later: Sight, earlier: Iterable<string>): string[] => {
  const keys = keysOf(later);
  return [...earlier].filter((key) => !keys.has(key));
};

/**
 * Whether creating an issue makes another one go away (section 1). Issues that are gone since the survey are a suspicion:
 * somebody may have closed them. It is one more creation that has to make one more go, while none goes without.
 *
 * @returns `null` where no issue is gone or nothing can be said of it
 */
export async function lostIssues(t: Trial): Promise<CaseResult | null> {
  const { finder } = t.context;
  if (!t.survey.isDistinct) return null;
  const now = await finder.view(acceptedMarkers(t));
  const room = now.whole
    ? t.knownAtFirst
    : t.knownAtFirst.slice(0, Math.max(0, now.seen.size - newcomers(now, t)));
  if (missingFrom(now, room).length === 0) return null;
  let seen = 0;
  let exchanges: readonly Exchange[] = [];
  let actual = '';
  for (let round = 0; round < TRIES; round += 1) {
    const first = await finder.viewAnew([]);
    const rested = await finder.viewAnew([]);
    if (missingFrom(rested, first.seen.keys()).length > 0) return null;
    const created = await t.submit({
      repository: t.premises.repository,
      as: t.as('member'),
      payload: validPayload,
    });
    const marker = t.writer.writes.at(-1)?.marker ?? '';
    await finder.find([marker], t.context.listedWithinMs);
    const after = await finder.viewAnew([marker]);
    const gone = missingFrom(after, rested.seen.keys());
    // A list that is not read to its end loses its last results to the new ones.
    if (gone.length === 0 || (!after.whole && gone.length <= 1)) return null;
    seen += 1;
    exchanges = [created];
    actual = `${gone.length === 1 ? 'an issue' : `${gone.length} issues`} gone after a creation (${gone.slice(0, 3).join(', ')})`;
  }
  return {
    kind: 'violated',
    violation: {
      expected: 'all issues that were there before a creation still in the list after it',
      actual,
      counterexample: { created: 'one issue' },
      reproduced: `${seen} of ${TRIES}`,
      exchanges,
    },
  };
}

const newcomers = (sight: Sight, t: Trial): number => {
  const known = new Set(t.knownAtFirst);
  return [...sight.seen.keys()].filter((key) => !known.has(key)).length;
};

/** Markers of refused requests that records of a listing show. */
function shownMarkers(t: Trial, records: readonly unknown[]): string[] {
  return records.flatMap((record) => t.writer.markerIn(JSON.stringify(record)) ?? []);
}

const refusedWrites = (t: Trial): Map<string, Write> =>
  new Map(
    t.writer.writes
      .filter(({ outcome }) => outcome === 'refused')
      .map((write) => [write.marker, write] as const),
  );

/** Whether a request that was refused left an issue behind (sections 4.2 and 7). */
export async function strangers(t: Trial): Promise<CaseResult> {
  if (refusedWrites(t).size === 0) {
    // Tried alone, without the rules that send what must be refused.
    await Promise.all([anonymously(t), withoutTitle(t), elsewhere(t), validTwin(t)]);
  }
  const refused = refusedWrites(t);
  if (refused.size === 0)
    return { kind: 'undecided', reason: 'No request was refused, so none can have left anything behind.' };
  const accepted = acceptedMarkers(t);
  const sight =
    accepted.length > 0
      ? await t.context.finder
          .find(accepted.slice(-1), t.context.listedWithinMs)
          .then(() => t.context.finder.view(accepted))
      : await t.context.finder.view([]);
  const inPrivate = await privateRecords(t);
  const shown = [...sight.seen.values()].flatMap((marker) => marker ?? []).concat(shownMarkers(t, inPrivate));
  const left = shown.flatMap((marker) => refused.get(marker) ?? []);
  const [first] = left;
  if (first !== undefined) {
    return {
      kind: 'violated',
      violation: {
        expected: 'no issue in the list that comes from a refused request',
        actual: `${left.length === 1 ? 'an issue' : `${left.length} issues`} in the list from requests that were answered ${[...new Set(left.map(({ exchange }) => exchange.response?.status))].join(', ')} (${left
          .slice(0, 3)
          .map(({ marker }) => marker)
          .join(', ')})`,
        counterexample: { request: first.exchange.request.body, status: first.exchange.response?.status },
        // The marker is this run's own, and the list was read after the refusals were over: it cannot be anybody else's.
        reproduced: `${left.length} of ${refused.size}`,
        exchanges: left.slice(0, 3).map(({ exchange }) => exchange),
      },
    };
  }
  const nameless = await namelessEffects(t);
  if (nameless !== null) return nameless;
  const seenAccepted =
    accepted.some((marker) => (sight.counts.get(marker) ?? 0) > 0) ||
    // Where titles are not shown, what was accepted is seen as a new record, and so was what was refused.
    (t.context.writes === 'all' &&
      accepted.length > 0 &&
      t.survey.isDistinct &&
      t.knewAllAtFirst &&
      (await titlesAreHidden(t, oneAccepted(t))));
  if (!seenAccepted) {
    return {
      kind: 'undecided',
      reason:
        'No accepted issue of this run was found in the list, so it is not known where a wrongly stored one would stand; WRITES=all decides it.',
    };
  }
  return { kind: 'held' };
}

async function privateRecords(t: Trial): Promise<readonly unknown[]> {
  const repository = t.premises.privateRepository;
  if (repository === undefined) return [];
  const answer = readListAnswer(
    await t.askAnew({ repository, as: t.as('member'), query: { per_page: '100' } }),
  );
  return answer.kind === 'list' ? answer.records : [];
}

/** One creation that must be accepted. */
const oneAccepted = (t: Trial) => ({
  create: async () => [
    await t.submit({ repository: t.premises.repository, as: t.as('member'), payload: validPayload }),
  ],
});

/** Payloads that must be refused and have no room for a marker, or none that a record need show. */
const NAMELESS: readonly { readonly shown: string; readonly payload: Submission['payload'] }[] = [
  { shown: '{"body": "…"}', payload: (_title, marker) => ({ body: marker }) },
  { shown: '{}', payload: () => ({}) },
  { shown: '{"title": null}', payload: () => ({ title: null }) },
  { shown: '{"title": 42}', payload: () => ({ title: 42 }) },
  { shown: '[]', payload: () => [] },
  { shown: 'null', payload: () => null },
];
/** Requests of one kind that are sent at once: as many new issues is more than others are likely to create meanwhile. */
const AT_ONCE = 4;

/**
 * Issues without a trace of the request that made them. New issues that are not this run's are a suspicion; refused
 * payloads of one kind, sent again several at once and with nothing else in flight, have to bring as many of them, twice.
 */
async function namelessEffects(t: Trial): Promise<CaseResult | null> {
  const { finder, asker } = t.context;
  if (!t.survey.isDistinct || !t.knewAllAtFirst || t.knownAtFirst.length === 0) return null;
  const unmarked = (later: Sight, earlier: ReadonlySet<string>) =>
    [...later.seen].filter(([key, marker]) => marker === undefined && !earlier.has(key)).length;
  if (unmarked(await finder.view([]), new Set(t.knownAtFirst)) === 0) return null;
  for (const { shown, payload } of NAMELESS) {
    let seen = 0;
    let exchanges: readonly Exchange[] = [];
    for (let round = 0; round < 2 && seen === round; round += 1) {
      const fresh = await asker.alone(async () => {
        const before = await finder.viewAnew([]);
        exchanges = await Promise.all(
          Array.from({ length: AT_ONCE }, () =>
            t.submit({ repository: t.premises.repository, as: t.as('member'), payload }),
          ),
        );
        return unmarked(await finder.viewAnew([]), keysOf(before));
      });
      const refused = exchanges.filter(
        ({ response }) => response !== null && response.status >= 400 && response.status < 500,
      );
      if (refused.length === AT_ONCE && fresh >= AT_ONCE) seen += 1;
    }
    if (seen < 2) continue;
    return {
      kind: 'violated',
      violation: {
        expected: 'no new issue in the list after requests that were refused',
        actual: `${AT_ONCE} new issues in the list after ${AT_ONCE} requests that were refused`,
        counterexample: { payload: shown },
        reproduced: '2 of 2',
        exchanges: exchanges.slice(0, 2),
      },
    };
  }
  return null;
}
