import copy from '../../document/page.js?raw';
import { pastOf } from '../../results/past.ts';
import { knownUndecided } from '../../results/standing.ts';
import { type Block, viewOf } from '../../results/view.ts';
import type { Report } from '../model.ts';
import { Places } from './anchors.ts';
import filter from './browser/filter.js?raw';
import { Contents } from './contents.tsx';
import { documentOf } from './document.tsx';
import { Failures } from './failures.tsx';
import { Filter } from './filter.tsx';
import { limits, named } from './fit.ts';
import { Foot } from './foot.tsx';
import { History } from './history.tsx';
import { Latency } from './latency.tsx';
import { List } from './lists.tsx';
import { Masthead } from './masthead.tsx';
import { Observations } from './observations.tsx';
import style from './report.css?raw';
import { Rules } from './rules.tsx';
import { Specification, sectionsOf } from './specification.tsx';
import { Undecided } from './undecided.tsx';

/** Runs in the history, this one included. */
const RUNS = 30;

/** Returns the address of an earlier report, relative to the page that links to it, or `null` if unknown. */
export type LinkTo = (report: Report) => string | null;

interface BlockProps {
  readonly block: Block;
  readonly report: Report;
  readonly places: Places;
}

function BlockPart({ block, report, places }: BlockProps) {
  switch (block.kind) {
    case 'failures':
      return <Failures block={block} report={report} places={places} />;
    case 'list':
      return <List block={block} places={places} />;
    case 'undecided':
      return (
        <Undecided block={block} places={places} isSomeListed={knownUndecided(report.rules).length > 0} />
      );
    case 'observations':
      return <Observations block={block} places={places} isFolded={report.counts.fail > 0} />;
  }
}

/**
 * Renders a report as a page: one file that people open, read and send on.
 *
 * @param past earlier reports on the same target, the oldest first
 * @param linkTo returns the address of one of them, relative to the page, or `null` if unknown
 */
export function html(report: Report, past: readonly Report[], linkTo: LinkTo = () => null): string {
  const view = viewOf(report);
  const places = new Places(report.rules);
  const sections = sectionsOf(places);
  const runs = [...past, report].slice(-RUNS);
  const pastRuns = runs.map((each) => ({
    report: each,
    href: each === report ? null : linkTo(each),
  }));
  const pastOfRule = past.length === 0 ? null : pastOf(runs);
  return documentOf({
    title: `${view.headline}: ${named(report.target.label ?? report.target.baseUrl, limits.name)}`,
    style,
    script: `${filter}\n${copy}`,
    body: (
      <>
        <a class="skip-link" href="#main">
          To the results
        </a>
        <Masthead view={view} places={places} />
        <Contents view={view} hasPast={pastOfRule !== null} />
        <main id="main" tabindex={-1}>
          <Filter rules={places.all} sections={sections} />
          {view.blocks.map((block) => (
            <BlockPart block={block} report={report} places={places} />
          ))}
          <Specification all={sections} />
          <Latency latency={report.run.latency} />
          <Rules report={report} places={places} sections={sections} />
          {pastOfRule === null ? null : <History runs={pastRuns} places={places} past={pastOfRule} />}
        </main>
        <Foot report={report} />
      </>
    ),
  });
}
