import type { Exchange } from '../client/exchange.ts';
import { canonical } from '../client/json.ts';
import { CUT } from '../client/secrets.ts';
import { keysIn } from '../engine/alike.ts';
import type { Trial } from '../engine/trial.ts';
import { recordsOf } from '../snapshot/listing.ts';
import { sameKeys } from '../snapshot/sequence.ts';
import { statusOf } from './texts.ts';

/** Headers by which a client can ask whether a list has changed, by their names in lower case. */
export const VALIDATORS = { etag: 'ETag', 'last-modified': 'Last-Modified' } as const;
export type Validator = keyof typeof VALIDATORS;

/** Conditional requests that are tried until the list stayed the same meanwhile. */
const TRIES = 6;
/**
 * Whether a list stayed the same from one answer to the next, as far as that can be told: a few records that have changed are
 * somebody's edits, and in most of them it is what changes by itself.
 */
function isSameList(t: Trial, before: Exchange, after: Exchange): boolean {
  const [keys, others] = [before, after].map((answer) => keysIn(answer, t.known) ?? []);
  if (!sameKeys(keys ?? [], others ?? [])) return false;
  const [records = [], later = []] = [before, after].map((answer) =>
    recordsOf(answer).map((record) => canonical(record)),
  );
  const changed = records.filter((record, index) => record !== later[index]).length;
  return changed === 0 || 2 * changed > records.length;
}

/**
 * What a conditional request is answered right after the request whose validator it has; anything but 304, or 200 with the same
 * validator, has to come twice.
 * @returns `null` where the list changed each time in between
 * @throws {Stopped}
 */
export async function conditional(t: Trial, validator: Validator): Promise<string | null> {
  const header = validator === 'etag' ? 'if-none-match' : 'if-modified-since';
  const validatorOf = ({ response }: Exchange): string | null => {
    const given = response?.headers[validator];
    // Of which only the beginning is known cannot be sent back.
    return given === undefined || given.endsWith(CUT) ? null : given;
  };
  const seen = new Set<string>();
  for (let left = TRIES; left > 0; left -= 1) {
    const [before, answer] = await t.run.target.alone(async () => {
      const one = await t.send(() => t.listing());
      const headers = { [header]: validatorOf(one) };
      return [one, await t.send(() => ({ ...t.listing(), headers }))] as const;
    });
    const status = statusOf(answer);
    if (status === '304') return status;
    if (status === '200') {
      if (!isSameList(t, before, answer)) continue;
      if (validatorOf(answer) === validatorOf(before)) return status;
    }
    const said = status === '200' ? `200 with a new ${VALIDATORS[validator]} each time` : status;
    if (seen.has(said)) return said;
    seen.add(said);
  }
  return null;
}
