import { exitStatusOf } from '../host/outcome.ts';
import { isGating } from '../model/words.ts';
import type { Report } from '../report/model.ts';
import { breakInJson } from '../report/runner-commands.ts';
import { shown } from '../report/text.ts';
import { headlineOf } from '../results/outcome.ts';

const LABEL = 80;

const COLORS = { 0: 'brightgreen', 1: 'red', 2: 'lightgrey', 3: 'yellow', 4: 'lightgrey' } as const;

/**
 * Renders the outcome as an endpoint badge (https://shields.io/badges/endpoint-badge). The label and the
 * version of the target are the only foreign texts in it.
 */
export function badge(report: Report): string {
  const { target, run, rules } = report;
  const status = exitStatusOf(report, false);
  const gating = rules.filter(isGating);
  const held = gating.filter(({ verdict }) => verdict === 'pass').length;
  const isKnown = rules.some(({ known }) => known === true);
  const decided = status === 2 || status === 4 ? [] : [`${held} of ${gating.length} rules hold`];
  const endpoint = {
    schemaVersion: 1,
    label: [
      'issue-conformance',
      ...(target.label === undefined ? [] : [shown(target.label, LABEL)]),
      ...(run.targetVersion === undefined ? [] : [`version ${shown(run.targetVersion, LABEL)}`]),
    ].join(': '),
    message: [headlineOf(report), ...decided].join(' · '),
    color: status === 0 && isKnown ? 'yellow' : COLORS[status],
    // `isError` keeps shields.io from showing the badge in another colour.
    ...(status === 0 && !isKnown ? {} : { isError: true }),
  };
  return breakInJson(`${JSON.stringify(endpoint, null, 2)}\n`);
}
