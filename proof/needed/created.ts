import { type Guard, guardsOf } from './guard.ts';

/** Guards of the rules on what becomes of created issues. */
export const createdGuards: readonly Guard[] = [
  ...guardsOf('src/created/bursts.ts', [
    {
      id: 'bursts.alone',
      code: '!seen.every(({ isWellAlone }) => isWellAlone) || isRefusedAlone(t, all, answer)',
      without: 'false',
      says: 'A creation that is refused alone too breaks another rule.',
    },
    {
      id: 'bursts.late',
      code: 'late !== undefined',
      without: 'false',
      says: 'Creations without an answer in time leave the rule undecided.',
      stays: 'No service of the matrix answers a burst too late; tests/created/odd-services.test.ts has one.',
    },
    {
      id: 'bursts.overlap',
      code: '!all.some(({ firsts }) => overlap(firsts))',
      without: 'false',
      says: 'Creations one by one show nothing of bursts.',
    },
  ]),
  ...guardsOf('src/created/burst.ts', [
    {
      id: 'bursts.too-much',
      at: '!isTooMuch(answer) && hindrance',
      code: '!isTooMuch(answer)',
      without: 'true',
      says: 'A service may say that it is too much at once.',
    },
    {
      id: 'bursts.well-alone',
      code: 'isWellAlone && new Set(bad.map(describeExchange)).size <= 1',
      without: 'true',
      says: 'Refusals at random say nothing of bursts.',
    },
  ]),
  ...guardsOf('src/created/bursts.ts', [
    {
      id: 'bursts.singles',
      code: 'others.length > 0',
      without: 'false',
      says: 'Bursts are not accused of what single creations show.',
    },
    {
      id: 'bursts.recognised',
      code: 'unrecognised !== null',
      without: 'false',
      says: 'Repeated issues of bursts are not recognised if records show no texts.',
    },
  ]),
  ...guardsOf('src/created/listed.ts', [
    {
      id: 'fates.later',
      code: '!writerOf(t).wasListed(marker)',
      without: 'true',
      says: 'An issue that was listed and is gone later is judged by another rule.',
    },
    {
      id: 'fates.unread',
      at: 'return doubt === null ? broken(lostViolation',
      code: 'doubt === null',
      without: 'true',
      says: 'A list that was not read whole shows no loss.',
    },
  ]),
  ...guardsOf('src/created/once.ts', [
    {
      id: 'fates.recognised',
      code: 'unrecognised === null',
      without: 'true',
      says: 'Repeated issues are not recognised if records show no texts.',
    },
    {
      id: 'fates.strays',
      code: 'strays.length > 0 && strays.length >= more',
      without: 'false',
      says: 'More records of one title may be those of refused requests.',
    },
  ]),
  ...guardsOf('src/created/fates.ts', [
    {
      id: 'fates.elsewhere',
      code: 'missing.some(({ marker }) => shown.traces.has(marker))',
      without: 'false',
      says: 'An issue that other records name is not said to be missing.',
    },
    {
      id: 'census.ends-full',
      code: 'length > 0 && length % FULL_PAGE === 0',
      without: 'false',
      says: 'A list that ends with a full page may go on behind it.',
    },
  ]),
  ...guardsOf('src/created/census.ts', [
    {
      id: 'census.shown',
      code: 'fields.has(sent.field) || isNamed(sent)',
      without: 'true',
      says: 'A listing need not show titles, or bodies.',
    },
    {
      id: 'census.receipt',
      code: 'named.sharedFields > 1',
      without: 'true',
      says: 'An answer to a creation may have an id that is no issue.',
    },
    {
      id: 'census.whole',
      at: "if (!located.census.whole) located = await look('whole')",
      code: '!located.census.whole',
      without: 'false',
      says: 'The whole list is read before an issue is missing.',
    },
    {
      id: 'census.partial',
      code: "isPartial && (where === 'every state' || !isDone(located))",
      without: 'false',
      says: 'All states are read again before an issue is missing.',
    },
    {
      id: 'census.uncertain',
      code: "t.run.profile.observes && newest?.outcome === 'uncertain' && acceptedIn(t).length > 0",
      without: 'false',
      says: 'The newest issue of the run is one whose outcome is known.',
      stays: 'The matrix tries no observations; tests/created/newest-last.test.ts does.',
    },
  ]),
  ...guardsOf('src/created/own-records.ts', [
    {
      id: 'own.key-once',
      code: 'times.get(key) === 1 && (before === null ? sharedFields > 0 : !before.has(key))',
      without: 'true',
      says: 'An id of two answers, or of a record that was there before, names no new issue.',
      stays: 'No service of the matrix shows why it stays; tests/created/own-records.test.ts has one.',
    },
    {
      id: 'own.begins',
      code: 'writer.textsOf(marker).some((beginning) => startsLike(text, beginning))',
      without: 'true',
      says: 'A record that quotes a title is not its issue.',
    },
    {
      id: 'own.repeating',
      at: 'if (isRepeating) for',
      code: 'isRepeating',
      without: 'false',
      says: 'A list that repeats other records repeats its own as well.',
      stays: 'Such lists seldom repeat a new issue; tests/created/own-records.test.ts has one that does.',
    },
  ]),
  ...guardsOf('src/created/reading.ts', [
    {
      id: 'reading.new',
      code: 'this.#isNew(page, answers.slice(0, -1))',
      without: 'true',
      says: 'A short page of known records ends no list.',
    },
  ]),
];
