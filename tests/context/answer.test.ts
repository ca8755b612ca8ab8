import { expect, it } from 'vitest';
import { listIn } from '../../src/context/answer.ts';

it.each([
  ['[1]', true, [1]],
  ['[1]', false, null],
  ['{"items":[1]}', true, null],
  ['[1][2]', true, null],
])('%s, in UTF-8: %s, lists %j', (body, utf8, list) => {
  expect(listIn({ status: 200, headers: {}, body, utf8 }).list).toEqual(list);
});
