import type { Exchange } from '../client/exchange.ts';
import { type Caller, sameRepository } from '../client/test-bed.ts';
import { mayName } from '../snapshot/identity.ts';
import { leavesOf } from '../snapshot/leaves.ts';
import { recordsOf, resultsIn } from '../snapshot/listing.ts';
import { isRecord } from '../snapshot/records.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { lookShows, telling } from './answers.ts';
import { resultsAt } from './naming.ts';
import type { Oracle } from './oracle.ts';
import { broken, HELD, lacking } from './oracle.ts';
import type { Trial } from './trial.ts';
import { count } from './violation.ts';

/** What no public record says, of one private record: by its path the text. */
type Telltales = ReadonlyMap<string, string>;

/** A text this long is nobody else's by chance. */
const LONG = 8;
/** Parts of a record that have to be the private one's, unless one of them is long. */
const SEVERAL = 2;
/** Of what tells a private record so much has to be the same: some parts may depend on who looks at it. */
const MOSTLY = 0.75;
const ALMOST_ALL = 0.9;

const partsOf = (record: unknown): [string, string][] =>
  [...leavesOf(record)].filter(([, text]) => !/^[[{]/.test(text));

/** What tells private records: such parts as the member's private listing has and no public listing does. */
export function privateTelltales(t: Trial): Promise<readonly Telltales[]> {
  return t.run.once('private telltales', async () => {
    const repository = t.bed.privateRepository;
    if (repository === undefined) return [];
    const spec = { repository, as: t.as('member'), query: { per_page: String(FULL_PAGE) } };
    const hidden = recordsOf(await t.askForRecords(spec)).filter(isRecord);
    const { plain, plainAgain, snapshot, written } = t.first;
    const answers = [...plain.values(), plainAgain, ...snapshot.exchanges, ...(written?.exchanges ?? [])];
    const known = new Set<string>();
    const breathe = t.run.breather();
    for (const record of new Set(answers.flatMap(recordsOf))) {
      await breathe();
      if (isRecord(record)) for (const part of partsOf(record)) known.add(JSON.stringify(part));
    }
    return hidden
      .map((record) => new Map(partsOf(record).filter((part) => !known.has(JSON.stringify(part)))))
      .filter((parts) => parts.size > 0);
  });
}

/**
 * Whether a record is a private one: of what tells that one and is here at all, all names are the same, and most of the
 * rest. A public record that has its number or its title is none.
 */
function isThisOne(own: ReadonlyMap<string, string>, parts: Telltales): boolean {
  const here = [...parts].filter(([path]) => own.has(path));
  const same = here.filter(([path, text]) => own.get(path) === text);
  const names = here.filter(([path]) => mayName(path.split('.')));
  const isTelling = same.length >= SEVERAL || same.some(([, text]) => text.length > LONG);
  const isNamedAlike = names.every((name) => same.includes(name));
  return isTelling && isNamedAlike && same.length >= (names.length > 0 ? MOSTLY : ALMOST_ALL) * here.length;
}

const partName = (path: string, text: string): string => `${path} ${text}`;

/** Tells private records among others; of each only those are compared that share a part with it. */
function privateAmong(telltales: readonly Telltales[]): (record: unknown) => boolean {
  const withPart = new Map<string, Telltales[]>();
  for (const parts of telltales)
    for (const [path, text] of parts) {
      const name = partName(path, text);
      withPart.set(name, [...(withPart.get(name) ?? []), parts]);
    }
  // The pages of a list hold the same records over and over.
  const judged = new WeakMap<object, boolean>();
  return (record) => {
    if (!isRecord(record)) return false;
    const before = judged.get(record);
    if (before !== undefined) return before;
    const own = leavesOf(record);
    const alike = new Set([...own].flatMap(([path, text]) => withPart.get(partName(path, text)) ?? []));
    const isPrivate = [...alike].some((parts) => isThisOne(own, parts));
    judged.set(record, isPrivate);
    return isPrivate;
  };
}

/** Pages that are asked for at most to see whether a record that looks like a private one is public as well. */
const MOST_CHECKED = 6;

/**
 * What tells private records from all public ones that were seen by the end of the run: where somebody without access was
 * shown one in a public listing, and the member is shown it there too, a public record says the same. Far down in a long
 * list such a one may stand that the first reading has not seen.
 */
export async function privateAlone(t: Trial, by: Caller): Promise<readonly Telltales[]> {
  let left = await privateTelltales(t);
  const publicOnes = [t.bed.repository, t.bed.written];
  const isPrivate = privateAmong(left);
  const heard = t.run.heard.filter(
    ({ caller, spec }) =>
      caller === by && publicOnes.some((repository) => sameRepository(repository, spec.repository)),
  );
  const breathe = t.run.breather();
  let checked = 0;
  for (const { spec, exchange } of heard) {
    await breathe();
    if (checked === MOST_CHECKED) break;
    if (!recordsOf(exchange).some(isPrivate)) continue;
    checked += 1;
    const leaked = leakedIn(exchange, left);
    if (leaked.length === 0) continue;
    const shown = recordsOf(await t.askForRecords({ ...spec, as: t.as('member') }));
    // Strangers may be shown less of a record.
    const alike: unknown[] = [];
    for (const record of leaked) {
      await breathe();
      if (shown.some((other) => isPartOf(record, other))) alike.push(record);
    }
    const open = [...shown, ...alike].map(leavesOf);
    const secret: Telltales[] = [];
    for (const parts of left) {
      await breathe();
      if (!open.some((own) => isThisOne(own, parts))) secret.push(parts);
    }
    left = secret;
  }
  return left;
}

/** Whether all that one record says is said by another one, too. */
function isPartOf(record: unknown, other: unknown): boolean {
  const more = leavesOf(other);
  return partsOf(record).every(([path, text]) => more.get(path) === text);
}

/** Private records among those of an answer. */
export const leakedIn = (exchange: Exchange, telltales: readonly Telltales[]): readonly unknown[] =>
  recordsOf(exchange).filter(privateAmong(telltales));

/** Whoever has no access is shown no private record, whatever was asked for. Once is enough. */
export function showsNothingPrivate(telltales: readonly Telltales[]): Oracle {
  const isPrivate = privateAmong(telltales);
  return {
    says: 'no listing shows a private record to somebody without access (once is enough)',
    twins: () => [],
    judge: ({ looks, known }) => {
      for (const look of looks) {
        const answer = telling(look);
        if (answer === undefined) continue;
        const leaked = recordsOf(answer).flatMap((record, place) => (isPrivate(record) ? [place] : []));
        if (leaked.length === 0) continue;
        return broken(
          {
            kind: 'leaked',
            expected: 'no private record, for somebody without access',
            actual: `${count(leaked.length, 'private record')} among ${count(resultsIn(answer), 'result')}`,
            records: resultsAt(leaked, answer, known),
            ...lookShows(look, 'context'),
          },
          1,
        );
      }
      return telltales.length > 0 ? HELD : lacking('private issues that can be told from public ones');
    },
  };
}
