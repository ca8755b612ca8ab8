import { describe, expect, it } from 'vitest';
import { describeFields, fieldsOf } from '../../src/observe/record-fields.ts';
import { hide } from '../support/hide.ts';

const hidden = (records: readonly unknown[]) =>
  fieldsOf(records).map((field) => Object.assign({}, field, { name: hide(field.name) }));

describe('fields of records', () => {
  it('have types, and a mark where some records lack them', () => {
    const records = [{ id: 1, body: null, pull: {} }, { id: 2, body: 'text' }, 'no record'];
    expect(describeFields(hidden(records), 2, 200)).toBe('body:null|string id:number pull?:object');
  });

  it('are as many as any record has, and a name is as long as that', () => {
    const record = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`n${index}`, 1]));
    expect(fieldsOf([record, { another: 1 }])).toHaveLength(1000);
    expect(fieldsOf([{ ['\\'.repeat(1_000_000)]: 1 }]).map(({ name }) => name)).toEqual([
      '(a name of 1000000 characters)',
    ]);
  });

  it('that do not fit are stood for by a digest that changes with them', () => {
    const many = Array.from({ length: 60 }, (_, index) => `field_number_${index}`);
    const record = (last: string) => Object.fromEntries([...many, last].map((name) => [name, 1]));
    const [one, other] = ['z', 'zz'].map((last) => describeFields(hidden([record(last)]), 1, 200));
    expect(one?.length).toBeLessThanOrEqual(200);
    expect(one).toMatch(/ … 61 fields, digest [0-9a-f]{8}$/);
    expect(one).not.toBe(other);
  });
});
