import { isGating } from '../model/rule-metadata.ts';
import { sanitise } from '../model/text.ts';
import { isResult, runMark } from '../report/exit-status.ts';
import type { Report } from '../report/model.ts';
import { headlineOf } from '../report/outcome.ts';
import type { VerdictStyle } from '../report/verdict-styles.ts';
import { breakInJson } from './runner-commands.ts';

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
  return breakInJson(`${JSON.stringify(endpoint, null, 2)}\n`);
}
