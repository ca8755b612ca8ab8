import type { RootContent } from 'mdast';
import type { Report } from '../model.ts';
import { requestsSpent, waitsSpent } from '../spent.ts';
import { paragraph } from './nodes.ts';
import { prose, value } from './prose.ts';

const VERSION = 100;

/** How the run was made, and how to make it again. */
export function foot({ run, tool }: Report): RootContent[] {
  const waited = waitsSpent(run);
  const latency =
    run.latency === undefined
      ? ''
      : ` · answered in ${run.latency.medianMs.toFixed(1)} ms at the median, ${run.latency.p95Ms.toFixed(1)} ms at the 95th percentile`;
  return [
    { type: 'thematicBreak' },
    paragraph(
      `profile ${run.profile} · writes ${run.writes} · `,
      value(`--seed ${run.seed}`),
      ` · ${requestsSpent(run)} in ${(run.durationMs / 1000).toFixed(1)} s${waited === null ? '' : `, ${waited}`}${latency} · run `,
      value(run.id),
      ' · issue-conformance ',
      ...prose(tool.version, VERSION),
    ),
  ];
}
