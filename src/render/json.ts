import * as z from 'zod';
import { isGating } from '../model/rule-metadata.ts';
import { sanitise } from '../model/text.ts';
import { isResult, runMark } from '../report/exit-status.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { headlineOf } from '../report/outcome.ts';
import type { VerdictStyle } from '../report/verdict-styles.ts';
import { breakInJson } from './runner-commands.ts';

/** Renders JSON that can be printed, and reads back the same. */
export const jsonText = (value: object): string => breakInJson(`${JSON.stringify(value, null, 2)}\n`);

export const json = (report: Report): string => jsonText(report);

/** Returns the JSON Schema of `conformance.json`, made from the schema that validates reports. */
export function reportJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(reportSchema, { target: 'draft-2020-12' });
  return {
    $schema,
    $id: 'conformance.schema.json',
    title: 'Report of an issue-conformance run',
    description:
      'The result of one run on one target: the outcome, and for every rule a verdict with its evidence.',
    ...schema,
  };
}

const LABEL = 80;

const COLORS: Readonly<Partial<Record<VerdictStyle, string>>> = {
  pass: 'brightgreen',
  known: 'yellow',
  inconclusive: 'yellow',
  fail: 'red',
};

/** Renders an endpoint badge (https://shields.io/badges/endpoint-badge). */
export function badge(report: Report): string {
  const { target, run, rules } = report;
  const mark = runMark(report);
  const gating = rules.filter(isGating);
  const held = gating.filter(({ verdict }) => verdict === 'pass').length;
  const endpoint = {
    schemaVersion: 1,
    label: [
      'issue-conformance',
      ...(target.label === undefined ? [] : [sanitise(target.label, LABEL)]),
      ...(run.targetVersion === undefined ? [] : [`version ${sanitise(run.targetVersion, LABEL)}`]),
    ].join(': '),
    message: `${headlineOf(report)}${isResult(report) ? ` · ${held} of ${gating.length} rules hold` : ''}`,
    color: (isResult(report) ? COLORS[mark] : undefined) ?? 'lightgrey',
    // `isError` keeps shields.io from showing the badge in another colour.
    ...(mark === 'pass' ? {} : { isError: true }),
  };
  return jsonText(endpoint);
}
