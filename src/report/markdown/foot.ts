import type { RootContent } from 'mdast';
import { countOf } from '../count-of.ts';
import type { Report } from '../model.ts';
import { paragraph } from './nodes.ts';
import { prose, value } from './prose.ts';

const VERSION = 100;

/** How the run was made, and how to make it again. */
export function foot({ run, tool }: Report): RootContent[] {
  const repeated = run.retries === 0 ? '' : ` (${run.retries.toLocaleString('en')} of them repetitions)`;
  const latency =
    run.latency === undefined
      ? ''
      : ` · answered in ${run.latency.medianMs.toFixed(1)} ms at the median, ${run.latency.p95Ms.toFixed(1)} ms at the 95th percentile`;
  return [
    { type: 'thematicBreak' },
    paragraph(
      `profile ${run.profile} · writes ${run.writes} · `,
      value(`--seed ${run.seed}`),
      ` · ${countOf(run.requests, 'request')}${repeated} in ${(run.durationMs / 1000).toFixed(1)} s${latency} · run `,
      value(run.id),
      ' · issue-conformance ',
      ...prose(tool.version, VERSION),
    ),
  ];
}
