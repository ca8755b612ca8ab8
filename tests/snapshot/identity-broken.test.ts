import { describe, expect, it } from 'vitest';
import { findIdentity } from '../../src/snapshot/identity.ts';

const odd = (index: number): number => (index * 7919) % 1009;

describe('a broken page', () => {
  const page = (from: number) =>
    Array.from({ length: 10 }, (_, index) => ({ id: odd(from + index), title: `t${from + index}`, at: 7 }));
  const again = [{ records: page(0).slice(0, 3), from: 0 }];

  it('that is the first one once more takes no name away', () => {
    expect(findIdentity([page(0), page(0)], again)).toMatchObject({ kind: 'field', path: ['id'] });
  });

  it('that begins with the last issue of the page before takes no name away', () => {
    expect(findIdentity([page(0), page(9)], again)).toMatchObject({ kind: 'field', path: ['id'] });
  });

  it('that shows an issue twice takes no name away', () => {
    const twice = [...page(0).slice(0, -1), ...page(0).slice(0, 1)];
    expect(findIdentity([twice, page(10)], again)).toMatchObject({ kind: 'field', path: ['id'] });
  });

  it('of one record over and over names nothing', () => {
    const same = Array.from({ length: 10 }, () => ({ id: 7 }));
    expect(findIdentity([same], [{ records: same, from: 0 }]).kind).toBe('none');
  });
});
