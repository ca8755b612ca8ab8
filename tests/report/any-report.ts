import * as fc from 'fast-check';
import { z } from 'zod';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { countsOf } from '../../src/report/outcome.ts';
import { hostileText } from '../support/any-text.ts';

type Schema = z.core.JSONSchema.BaseSchema;

const text = fc.oneof(
  hostileText,
  fc.string(),
  fc.constantFrom('', 'list.ok', '8', '@octocat', '#1', '| a |'),
);
/** Parsing drops `__proto__`, which no report contains. */
const key = text.filter((name) => name !== '__proto__');
/** Any value as JSON gives it back: without a negative zero. */
const anything = fc
  .jsonValue()
  .map((value): unknown => JSON.parse(JSON.stringify(value)))
  .filter((value) => !JSON.stringify(value).includes('__proto__'));
const time = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Returns any value that a schema allows, mostly with harmful texts. Optional keys may be absent. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const of = (part: Schema | boolean | undefined): fc.Arbitrary<unknown> =>
    typeof part === 'object' ? valuesOf(part) : anything;
  const { type, properties, additionalProperties, required = [], format } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(of));
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => of({ ...schema, type: one })));
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  // Foreign reports may contain any position.
  if (type === 'integer') return fc.oneof(fc.integer({ min: -5, max: 40 }), fc.nat({ max: 100_000 }));
  if (type === 'number') return fc.double({ min: 0, max: 1e6, noNaN: true });
  if (type === 'string') return format === 'date-time' ? time : text;
  if (type === 'array')
    return fc.array(Array.isArray(schema.items) ? anything : of(schema.items), { maxLength: 4 });
  if (properties === undefined) return fc.dictionary(key, of(additionalProperties), { maxKeys: 4 });
  const parts = Object.entries(properties).map(([name, part]) => [name, of(part)] as const);
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(parts);
  return fc.record(model, { requiredKeys: required });
}

/** Any report that the schema allows, with each rule once, and counts that match its rules. */
export const anyReport: fc.Arbitrary<Report> = valuesOf(z.toJSONSchema(reportSchema)).map((value) => {
  const report = reportSchema.parse(value);
  const rules = [...new Map(report.rules.map((rule) => [rule.id, rule])).values()];
  return Object.assign(report, { rules, counts: countsOf(rules) });
});
