import type { Report } from '../model.ts';
import { headlineOf } from '../outcome.ts';
import { pastOf } from '../rule-past.ts';
import { placed } from './anchors.ts';
import copy from './browser/copy.js?raw';
import filter from './browser/filter.js?raw';
import { Contents } from './contents.tsx';
import { documentOf } from './document.tsx';
import { ExpiredEntries, KnownUndecided, UnmetPins } from './expected.tsx';
import { Failures } from './failures.tsx';
import { Filter } from './filter.tsx';
import { named } from './fit.ts';
import { Foot } from './foot.tsx';
import { History } from './history.tsx';
import { Latency } from './latency.tsx';
import { limits } from './limits.ts';
import { Masthead } from './masthead.tsx';
import { Observations } from './observations.tsx';
import { partsOfDocument } from './parts-of-document.ts';
import style from './report.css?raw';
import { RuleTable } from './rule-table.tsx';
import { SectionMap } from './section-map.tsx';
import { SinceBox } from './since.tsx';
import { Undecided } from './undecided.tsx';

/** Runs that a history shows, this one included. */
const RUNS = 30;

/**
 * The page of a report: one file that people open, read and send on.
 *
 * @param past earlier reports on the same target, the oldest first
 */
export function html(report: Report, past: readonly Report[]): string {
  const rules = placed(report.rules);
  const parts = partsOfDocument(rules);
  const runs = [...past, report].slice(-RUNS);
  const pastOfRule = past.length === 0 ? null : pastOf(runs);
  return documentOf({
    title: `${headlineOf(report)}: ${named(report.target.label ?? report.target.baseUrl, limits.name)}`,
    style,
    script: `${filter}\n${copy}`,
    body: (
      <>
        <a class="skip-link" href="#main">
          To the results
        </a>
        <Masthead report={report} since={<SinceBox report={report} rules={rules} />} />
        <Contents report={report} hasPast={pastOfRule !== null} />
        <main id="main" tabindex={-1}>
          <Filter rules={rules} parts={parts} />
          <Failures rules={rules} stale={report.staleBaseline ?? []} />
          <UnmetPins rules={rules} />
          <ExpiredEntries rules={rules} />
          <Undecided report={report} rules={rules} />
          <KnownUndecided rules={rules} />
          <SectionMap parts={parts} />
          <Observations rules={rules} />
          <Latency latency={report.run.latency} />
          <RuleTable report={report} rules={rules} parts={parts} past={pastOfRule} />
          {pastOfRule === null ? null : <History runs={runs} rules={rules} past={pastOfRule} />}
        </main>
        <Foot report={report} />
      </>
    ),
  });
}
