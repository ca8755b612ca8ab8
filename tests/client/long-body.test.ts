import { expect, it } from 'vitest';
import { LongBodies } from '../../src/client/long-body.ts';

const bodies = new LongBodies();
const listOf = (...texts: readonly string[]): unknown => {
  const { long } = bodies.keep(Buffer.from(JSON.stringify(texts.map((body) => ({ nested: [{ body }] })))));
  return long?.json?.kind === 'json' ? long.json.value : null;
};
const long = 'x'.repeat(20_000);

it('keeps little of a long text in a list, and tells different ones apart', () => {
  const [one, same, other] = listOf(long, long, `${long}y`) as readonly unknown[];
  expect(JSON.stringify(one).length).toBeLessThan(9000);
  expect(one).toEqual(same);
  expect(one).not.toEqual(other);
});

it('keeps shorter texts whole', () => {
  expect(listOf('a'.repeat(8000))).toEqual([{ nested: [{ body: 'a'.repeat(8000) }] }]);
});
