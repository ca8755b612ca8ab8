import { sample } from 'fast-check';
import { type Exchange, textOf } from '../client/exchange.ts';
import { canonical, readJson } from '../client/json.ts';
import { ANONYMOUS, type RequestSpec } from '../client/request.ts';
import { names } from '../generate/names.ts';
import type { Observation } from '../model/verdict.ts';
import type { Trial } from '../run/trial.ts';
import { needsAnswers } from './observation.ts';
import { truncateAll } from './texts.ts';

/** Headers of the connection, which say nothing of the repository. */
const OF_CONNECTION = /^(connection|keep-alive)$/;
/** Headers whose values differ from answer to answer anyway; only their presence is compared. */
const VOLATILE =
  /^(date|age|etag|expires|last-modified|set-cookie|content-length|retry-after|cf-ray|server-timing|x-runtime)$|request-?id|trace|rate-?limit/;

/** Returns the parts of an answer, each by the name that it has in a value. */
function piecesOf({ response }: Exchange, rename: (text: string) => string): Map<string, string> {
  const pieces = new Map<string, string>();
  if (response === null) return pieces.set('answer', 'none');
  pieces.set('status', String(response.status));
  for (const [name, value] of Object.entries(response.headers))
    if (!OF_CONNECTION.test(name))
      pieces.set(`header ${name}`, VOLATILE.test(name) ? 'there' : rename(value));
  const text = textOf(response) ?? response.body;
  const reading = readJson(text);
  const value = reading.kind === 'json' ? reading.value : null;
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return pieces.set('body', rename(text));
  for (const [key, item] of Object.entries(value)) pieces.set(`body ${key}`, rename(canonical(item)));
  return pieces;
}

/** An answer for a repository name. */
interface NamedAnswer {
  readonly answer: Exchange;
  readonly name: string;
}

/**
 * Returns the parts in which the answer for a real name differs from those for two made-up ones, which agree there. A
 * made-up name that an answer repeats counts as the real one.
 */
export function differences(real: NamedAnswer, one: NamedAnswer, other: NamedAnswer): string[] {
  const pieces = ({ answer, name }: NamedAnswer): Map<string, string> =>
    piecesOf(answer, (text) => text.replaceAll(name, real.name));
  const [own, a, b] = [pieces(real), pieces(one), pieces(other)];
  return [...new Set([...own.keys(), ...a.keys()])]
    .filter((piece) => a.get(piece) === b.get(piece) && own.get(piece) !== a.get(piece))
    .toSorted();
}

/** Describes what tells the private repository from made-up ones, without a credential. @throws {Stopped} */
export async function describeDifferences(t: Trial): Promise<Observation | string | null> {
  const hidden = t.bed.privateRepository;
  if (hidden === undefined) return null;
  const [first = '', second = ''] = sample(names, { seed: t.seed('repositories'), numRuns: 2 });
  const look = async (ask: (spec: RequestSpec) => Promise<Exchange>): Promise<string[]> => {
    const named = async (name: string): Promise<NamedAnswer> => {
      const repository = { owner: hidden.owner, repo: name };
      return { name, answer: await ask({ repository, as: ANONYMOUS, query: {} }) };
    };
    const [own, one, other] = await Promise.all([named(hidden.repo), named(first), named(second)]);
    needsAnswers([own, one, other].map(({ answer }) => answer));
    return differences(own, one, other);
  };
  const found = await look((spec) => t.ask(spec));
  // A difference by accident, such as a time, comes only once.
  const again = found.length > 0 ? await look((spec) => t.send(() => spec)) : [];
  const pieces = found.filter((piece) => again.includes(piece)).map((piece) => t.run.secrets.hide(piece));
  if (pieces.length === 0) return 'cannot be told apart';
  return {
    value: `told apart by ${truncateAll(pieces, 4, 36)}`,
    note: pieces.length > 4 ? `In full: ${truncateAll(pieces, 12, 60)}.` : '',
  };
}
