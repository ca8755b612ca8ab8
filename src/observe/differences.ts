import { type Exchange, textOf } from '../client/exchange.ts';
import { canonical, readJson } from '../client/json.ts';

/** Headers whose values differ from answer to answer anyway; only whether they are there is compared. */
const VOLATILE =
  /^(date|age|etag|expires|last-modified|set-cookie|content-length|connection|keep-alive|retry-after|cf-ray|server-timing|x-runtime)$|request-?id|trace|rate-?limit/;

/** An answer taken to pieces, each under the name that it has in a value. */
function piecesOf({ response }: Exchange, rename: (text: string) => string): Map<string, string> {
  const pieces = new Map<string, string>();
  if (response === null) return pieces.set('answer', 'none');
  pieces.set('status', String(response.status));
  for (const [name, value] of Object.entries(response.headers))
    pieces.set(`header ${name}`, VOLATILE.test(name) ? 'there' : rename(value));
  const text = textOf(response) ?? response.body;
  const reading = readJson(text);
  const value = reading.kind === 'json' ? reading.value : null;
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return pieces.set('body', rename(text));
  for (const [key, item] of Object.entries(value)) pieces.set(`body ${key}`, rename(canonical(item)));
  return pieces;
}

/** An answer for a name that was made up. */
export interface MadeUpAnswer {
  readonly answer: Exchange;
  readonly name: string;
}

/**
 * Where the answer for a name differs from those for two made-up ones; where those differ from one another, nothing
 * follows. A made-up name counts as the real one wherever an answer repeats it.
 */
export function differences(
  real: Exchange,
  name: string,
  madeUp: readonly [MadeUpAnswer, MadeUpAnswer],
): string[] {
  const own = piecesOf(real, (text) => text);
  const [one, other] = madeUp;
  const a = piecesOf(one.answer, (text) => text.replaceAll(one.name, name));
  const b = piecesOf(other.answer, (text) => text.replaceAll(other.name, name));
  return [...new Set([...own.keys(), ...a.keys(), ...b.keys()])]
    .filter((piece) => a.get(piece) === b.get(piece) && own.get(piece) !== a.get(piece))
    .toSorted();
}
