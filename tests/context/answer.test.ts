import { expect, it } from 'vitest';
import { answerOf } from '../../src/context/answer.ts';
import { exchangeOf } from '../support/exchanges.ts';

const PLAIN = {
  repository: { owner: 'acme', repo: 'widgets' },
  query: {},
  caller: { kind: 'anonymous', credential: { validity: 'none' }, label: 'no credential' },
} as const;

it.each([
  ['[1]', true, [1]],
  ['[1]', false, null],
  ['{"items":[1]}', true, null],
  ['[1][2]', true, null],
])('%s, in UTF-8: %s, lists %j', (body, utf8, list) => {
  const answer = answerOf(PLAIN, exchangeOf({}, { body, utf8 }), { marker: '', transmissions: [] });
  expect(answer.list).toEqual(list);
});
