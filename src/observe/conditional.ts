import type { Exchange } from '../client/exchange.ts';
import { canonical } from '../client/json.ts';
import { CUT } from '../client/secrets.ts';
import { keysIn } from '../engine/alike.ts';
import type { Trial } from '../engine/trial.ts';
import { recordsOf } from '../snapshot/listing.ts';
import { sameKeys } from '../snapshot/sequence.ts';
import { type Shown, untilSteady } from './steady.ts';
import { statusOf } from './texts.ts';

/** Headers by which a client can ask whether a list has changed, by their names in lower case. */
export const VALIDATORS = { etag: 'ETag', 'last-modified': 'Last-Modified' } as const;
export type Validator = keyof typeof VALIDATORS;

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
 * @returns `null`, with the reason noted, where the list changed each time in between
 * @throws {Stopped}
 */
export function conditional(t: Trial, validator: Validator): Promise<string | null> {
  const header = validator === 'etag' ? 'if-none-match' : 'if-modified-since';
  const validatorOf = ({ response }: Exchange): string | null => {
    const given = response?.headers[validator];
    // Of which only the beginning is known cannot be sent back.
    return given === undefined || given.endsWith(CUT) ? null : given;
  };
  const attempt = async (): Promise<Shown> => {
    const [before, answer] = await t.run.target.alone(async () => {
      const one = await t.send(() => t.listing());
      const headers = { [header]: validatorOf(one) };
      return [one, await t.send(() => ({ ...t.listing(), headers }))] as const;
    });
    const status = statusOf(answer);
    if (status === '304') return { kind: 'sure', value: status };
    if (status !== '200') return { kind: 'seen', value: status };
    if (!isSameList(t, before, answer)) return { kind: 'changed' };
    return validatorOf(answer) === validatorOf(before)
      ? { kind: 'sure', value: status }
      : { kind: 'seen', value: `200 with a new ${VALIDATORS[validator]} each time` };
  };
  return untilSteady(
    t,
    'The list changed between a request and the conditional one after it, each time',
    attempt,
  );
}
