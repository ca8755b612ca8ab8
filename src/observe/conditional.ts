import type { Exchange } from '../client/exchange.ts';
import { canonical } from '../client/json.ts';
import { CUT } from '../client/secrets.ts';
import { keysIn } from '../engine/alike.ts';
import type { Trial } from '../engine/trial.ts';
import type { Observation } from '../engine/verdict.ts';
import { recordsOf } from '../snapshot/listing.ts';
import { sameKeys } from '../snapshot/sequence.ts';
import { needsPlainList, needsRequests, type Try, untilSteady } from './observation.ts';
import { statusText } from './texts.ts';

/** Headers by which a client can ask if a list has changed. */
const VALIDATORS = [
  { header: 'etag', name: 'ETag', condition: 'if-none-match' },
  { header: 'last-modified', name: 'Last-Modified', condition: 'if-modified-since' },
] as const;

type Validator = (typeof VALIDATORS)[number];

/** A validator that can be sent back as it came. */
const SENDABLE = /^[\t\x20-\x7e]{1,1000}$/;

/**
 * Returns true if a list stayed the same between two answers, as far as its records show. A few changed records are
 * somebody's edits; if most have changed, they change by themselves.
 */
function isSameList(t: Trial, before: Exchange, after: Exchange): boolean {
  if (!sameKeys(keysIn(before, t.known) ?? [], keysIn(after, t.known) ?? [])) return false;
  const later = recordsOf(after).map((record) => canonical(record));
  const records = recordsOf(before).map((record) => canonical(record));
  const changed = records.filter((record, index) => record !== later[index]).length;
  return changed === 0 || 2 * changed > records.length;
}

/** Sends a listing, and a conditional one with its validator right after it. @throws {Stopped} */
async function conditional(t: Trial, { header, name, condition }: Validator): Promise<Try> {
  const validatorOf = ({ response }: Exchange): string | null => {
    const given = response?.headers[header];
    // A validator that was cut cannot be sent back.
    return given === undefined || given.endsWith(CUT) ? null : given;
  };
  const [before, answer] = await t.run.target.alone(async () => {
    const one = await t.send(() => t.listing());
    const headers = { [condition]: validatorOf(one) };
    return [one, await t.send(() => ({ ...t.listing(), headers }))] as const;
  });
  const status = statusText(answer);
  if (status === '304') return { kind: 'sure', value: status };
  if (status !== '200') return { kind: 'seen', value: status };
  if (!isSameList(t, before, answer)) return { kind: 'changed' };
  return validatorOf(answer) === validatorOf(before)
    ? { kind: 'sure', value: status }
    : { kind: 'seen', value: `200 with a new ${name} each time` };
}

/** Describes the validators of the plain list, and the answer to a conditional request. @throws {Stopped} */
export async function describeCaching(t: Trial): Promise<Observation | string> {
  const { response } = await needsPlainList(t);
  const offered = VALIDATORS.filter(({ header }) => SENDABLE.test(response?.headers[header] ?? ''));
  const [validator] = offered;
  if (validator === undefined) return 'no ETag or Last-Modified';
  needsRequests(t);
  const seen = await untilSteady(
    'The list changed between a request and the conditional one after it, each time',
    () => conditional(t, validator),
  );
  return {
    value: `${offered.map(({ name }) => name).join(' and ')} → ${seen}`,
    note: offered.length > 1 ? `The conditional request was sent with ${validator.name}.` : '',
  };
}
