import { describe, expect, it } from 'vitest';
import { HUGE, LOWEST, Values } from '../../src/generate/values.ts';
import type { Caller } from '../../src/model/planned-request.ts';

const TOKEN = 'ghp_aB3dEf6hIj9lMn2pQr5t';
const OUTSIDER = 'ghp_zY8xWv7uTs6rQp5oNm4l';
/** Sequences of `thorough`, which draws most, and those of `quick`. */
const all = [1, 2, 3, 4].flatMap((seed) => [new Values(seed, 'thorough'), new Values(seed, 'quick')]);

const tokens = all.flatMap((values) =>
  (['list', 'create'] as const).flatMap((purpose) =>
    values.invalidTokens(purpose, { token: TOKEN, outsiderToken: OUTSIDER }),
  ),
);
const valueOf = ({ credential }: Caller): string =>
  credential.validity === 'none' ? '' : credential.value.replace(/^bearer /i, '');
const invalid = tokens.map(valueOf);

/** Keys by which services sort, whatever their case. */
const KEYS = /^(created|updated|comments|title|number|id|state|asc|desc|created_at|updated_at)$/i;

const lists: Readonly<Record<string, readonly string[]>> = {
  'an invalid sort': all.flatMap((values) => [
    values.longSort(),
    ...values.drawnSorts(),
    ...values.sorts('some', 30),
    values.oddSort('some'),
    values.directedSort('some', 0),
  ]),
  'a size above the maximum': all.flatMap((values) => [...values.above(), values.otherAbove('some')]),
  'a negative size': all.flatMap((values) => values.negatives()),
  'a size that is honoured': all.flatMap((values) => [...values.sizes(), values.size('private')]).map(String),
  'a huge size': HUGE,
  'a made-up name': all.flatMap((values) => ['owner', 'repo'].map((purpose) => values.name(purpose))),
  'an odd name': all.map((values) => values.oddName('repo')),
  'a longer name': all.map((values) => values.longer('widgets', 'repo')),
  'an invalid token': invalid,
  'a malformed credential': all.flatMap((values) => values.malformed('list')).map(valueOf),
};

const integer = (text: string): bigint | null => (/^-?\d+$/.test(text) ? BigInt(text) : null);
const isOutside = (text: string, least: bigint, most: bigint): boolean => {
  const value = integer(text);
  return value === null || value < least || value > most;
};

describe.each<[string, string, (value: string) => boolean]>([
  ['an invalid sort', 'a key', (text) => KEYS.test(text.trim())],
  ['an invalid sort', 'empty', (text) => text.trim() === ''],
  ['an invalid sort', 'a request line over 2,000 bytes', (text) => encodeURIComponent(text).length > 1800],
  ['an invalid sort', 'half a character', (text) => /\p{Surrogate}/u.test(text)],
  ['a size above the maximum', 'honoured, or no integer', (text) => isOutside(text, 101n, 2n ** 31n - 1n)],
  ['a negative size', 'honoured, or no integer', (text) => isOutside(text, BigInt(LOWEST), -1n)],
  ['a size that is honoured', 'an end, or beyond', (text) => isOutside(text, 2n, 99n)],
  ['a huge size', 'usual, or no integer', (text) => isOutside(text, 2n ** 31n - 1n, 10n ** 30n)],
  ['a made-up name', 'a name that somebody may have', (text) => !/^[a-z][a-z0-9]{15,22}[a-z]$/.test(text)],
  ['an odd name', 'refused in a path', (text) => /[%/\\;\p{Cc}]|^[^a-z]|[^a-z]$/u.test(text)],
  ['a longer name', 'the real one, or a shorter one', (text) => !/^widgets-[a-z][a-z0-9]{8,10}$/.test(text)],
  ['an invalid token', 'a valid one', (text) => [TOKEN, OUTSIDER].includes(text)],
  ['an invalid token', 'what a header cannot hold', (text) => !/^[\x21-\x7e]+$/.test(text)],
  ['a malformed credential', 'a Bearer token', (text) => text !== 'Bearer ' && /^Bearer \S/.test(text)],
])('%s', (name, what, isWrong) => {
  it(`is never ${what}`, () => {
    const values = lists[name] ?? [];
    expect(values.length).toBeGreaterThan(3);
    expect(values.filter(isWrong)).toEqual([]);
  });
});

it('labels show nothing of a valid token', () => {
  const shown = tokens.map((caller) => caller.label);
  expect(shown.filter((text) => text.includes(TOKEN.slice(4, 12)))).toEqual([]);
});

it('quick draws nothing but what is named', () => {
  const quick = new Values(9, 'quick');
  expect(quick.sizes()).toEqual([]);
  expect(quick.drawnSorts()).toEqual([]);
});
