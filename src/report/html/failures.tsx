import { seenOf } from '../../results/card.ts';
import { membersOf } from '../../results/causes.ts';
import type { FailuresBlock } from '../../results/view.ts';
import type { Report, RuleReport } from '../model.ts';
import { countOf } from '../text.ts';
import type { Places } from './anchors.ts';
import { FailureCard } from './failure-card.tsx';
import { limits, named, shownInPage } from './fit.ts';
import { Notices } from './notices.tsx';
import { NoneMatch, Part } from './parts.tsx';

/** Bytes of the page for the exchanges of all failures, and for those of one. */
const EVIDENCE = 700_000;
const EVIDENCE_OF_ONE = 100_000;
/** Number of causes that are open at first. */
const OPEN = 3;
const LINES = 100;

/** Returns the sentence below the heading. It says that nothing failed only if a rule was decided. */
function introOf({ id, count }: FailuresBlock, { rules, staleBaseline = [] }: Report): string {
  if (id === 'known') return 'The baseline lists these, so they do not count against the exit status.';
  if (count > 0) return `${countOf(count, 'rule')} broken, with the evidence.`;
  const isDecided = rules.some(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  if (!isDecided) return 'No rule was decided, so none can be said to hold or to be broken.';
  return rules.some(({ known }) => known === true) || staleBaseline.length > 0
    ? 'No rule is broken that the baseline does not list.'
    : 'No rule is broken.';
}

/** One line for each failure, grouped by cause; each links to its card. */
export function FailureIndex({ block, places }: { readonly block: FailuresBlock; readonly places: Places }) {
  if (block.count === 0) return null;
  const lines = block.causes.flatMap((cause) =>
    membersOf(cause).map((rule) => ({ rule, isFurther: rule !== cause.lead })),
  );
  return (
    <div class="card index is-fail">
      <h2>{block.count === 1 ? 'Broken rule' : 'Broken rules, the gravest first'}</h2>
      <ul>
        {lines.slice(0, LINES).map(({ rule, isFurther }) => (
          <li class={isFurther ? 'further' : undefined}>
            <a class="id" href={`#${places.of(rule).anchor}`}>
              {named(rule.id, limits.name)}
            </a>{' '}
            <span class="seen">{shownInPage(seenOf(rule), limits.name)}</span>
          </li>
        ))}
      </ul>
      {lines.length > LINES ? <p class="muted">and {lines.length - LINES} more below</p> : null}
    </div>
  );
}

interface FailuresProps {
  readonly block: FailuresBlock;
  readonly report: Report;
  readonly places: Places;
}

/**
 * Broken rules by cause. The most specific rule is shown in full, the others of the cause are folded below
 * it.
 */
export function Failures({ block, report, places }: FailuresProps) {
  const { id, causes, beforeCurl } = block;
  const all = report.rules.filter(({ verdict }) => verdict === 'fail').length;
  const evidence = Math.min(EVIDENCE_OF_ONE, Math.floor(EVIDENCE / all));
  const card = (rule: RuleReport, isOpen: boolean, isFurther: boolean) => (
    <FailureCard
      place={places.of(rule)}
      run={report.run}
      evidence={evidence}
      isOpen={isOpen}
      isFurther={isFurther}
    />
  );
  return (
    <Part id={id} title={id === 'known' ? 'Known failures' : 'Failures'} intro={introOf(block, report)}>
      <Notices notices={beforeCurl} outcome={report.outcome} />
      {causes.map(({ title, lead, others }, index) => (
        <div class="cause" data-group>
          {card(lead, id === 'failures' && index < OPEN, false)}
          {others.length === 0 ? null : (
            <div class="others" data-group>
              <p class="muted">Also: {title}</p>
              {others.map((rule) => card(rule, false, true))}
            </div>
          )}
        </div>
      ))}
      <NoneMatch of={causes} />
    </Part>
  );
}
