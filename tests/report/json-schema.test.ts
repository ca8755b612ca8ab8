import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { reportJsonSchema } from '../../src/report/data/json-schema.ts';
import { conformant, hostile, nonconformant } from './examples.ts';

const schema = reportJsonSchema();

describe('the JSON Schema of a report', () => {
  it('is one of draft 2020-12 with a relative id', () => {
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'conformance.schema.json',
      type: 'object',
      additionalProperties: false,
    });
  });

  it('is the one that the package ships', async () => {
    const shipped: unknown = JSON.parse(await readFile('conformance.schema.json', 'utf8'));
    expect(shipped, 'not as the code makes it: npm run schema').toEqual(schema);
  });

  it('demands what others rely on, and leaves the rest optional', () => {
    expect(Reflect.get(schema, 'required')).toEqual([
      'schemaVersion',
      'tool',
      'outcome',
      'target',
      'run',
      'counts',
      'rules',
    ]);
  });

  it('takes reports and refuses what is none', () => {
    const read = z.fromJSONSchema(JSON.parse(JSON.stringify(schema)));
    for (const report of [conformant, nonconformant, hostile('\u001b')])
      expect(read.safeParse(report).error).toBeUndefined();
    expect(read.safeParse({ ...conformant, outcome: 'fine' }).success).toBe(false);
    expect(read.safeParse({ ...conformant, more: 1 }).success).toBe(false);
  });
});
