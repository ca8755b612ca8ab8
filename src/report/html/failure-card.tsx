import {
  type CardRow,
  cardOf,
  counterexampleValues,
  type DifferentList,
  isShowable,
  literal,
  PLAIN_REQUEST,
  seenOf,
} from '../../results/card.ts';
import { toneOf } from '../../results/tones.ts';
import type { FailureReport, Report } from '../model.ts';
import type { PlacedRule } from './anchors.ts';
import { Exchanges } from './exchange.tsx';
import { bytesInPage, limits, named, SOURCE, shownInPage } from './fit.ts';
import { Mark, RuleTags, Statement } from './parts.tsx';

/** Values shown of a counterexample. A generated case never has more; a foreign report may. */
const COUNTEREXAMPLES = 6;

/** The values of a case. */
export function Values({ values }: { readonly values: FailureReport['counterexample'] }) {
  const entries = counterexampleValues(values);
  if (entries.length === 0) return <>{PLAIN_REQUEST}</>;
  const kept = entries.slice(0, COUNTEREXAMPLES);
  return (
    <>
      {kept.map(([name, value], index) => (
        <>
          {index === 0 ? '' : ' '}
          <code class="value">
            {named(name, limits.name)}: {shownInPage(literal(value), limits.value)}
          </code>
        </>
      ))}
      {kept.length < entries.length ? <span class="muted"> and more in {SOURCE}</span> : null}
    </>
  );
}

/** Results around the first difference, which is marked. */
function Names({ list: { before, names, at, after } }: { readonly list: DifferentList }) {
  return (
    <span class="names">
      {before > 0 ? <span class="muted">{before} before …</span> : null}
      {names.map((name, index) =>
        index === at ? <mark>{named(name, limits.name)}</mark> : <span>{named(name, limits.name)}</span>,
      )}
      {at >= names.length ? <mark>ends here</mark> : null}
      {after > 0 ? <span class="muted">… {after} more</span> : null}
    </span>
  );
}

// A command is shown whole or not at all, because part of it would do something else.
const isFit = (command: string): boolean => isShowable(command) && bytesInPage(command) <= limits.command;

/** A command with a copy button; the script shows the button. */
function Command({ row, anchor }: { readonly row: CardRow; readonly anchor: string }) {
  if (!isFit(row.text)) return <>not fit to be shown here; see {SOURCE}</>;
  return (
    <div class="command">
      <pre class="code">
        <code id={anchor}>{row.text}</code>
      </pre>
      <button type="button" class="button screen-only" data-copy={anchor} hidden>
        Copy<span class="sr"> {row.label}</span>
      </button>
    </div>
  );
}

interface RowsProps {
  readonly place: PlacedRule;
  readonly rows: readonly CardRow[];
  readonly failure: FailureReport;
  readonly evidence: number;
  readonly isPrinted: boolean;
}

const VERSUS: ReadonlySet<CardRow['part']> = new Set(['expected', 'actual']);

function Rows({ place: { index }, rows, failure, evidence, isPrinted }: RowsProps) {
  const content = (row: CardRow) => {
    if (row.kind === 'command') return <Command row={row} anchor={`${row.part}-${index}`} />;
    if (row.part === 'counterexample') return <Values values={failure.counterexample} />;
    if (row.part === 'exchange')
      return <Exchanges exchanges={failure.exchanges} most={evidence} isPrinted={isPrinted} />;
    if (row.list !== undefined) return <Names list={row.list} />;
    return <>{shownInPage(row.text, limits.prose)}</>;
  };
  // A printed page cannot be pasted from. It omits the command if the request is printed in full.
  const isOnScreen = ({ part }: CardRow): boolean => part === 'replay' || (part === 'curl' && isPrinted);
  return (
    <>
      <dl class="versus">
        {rows
          .filter(({ part }) => VERSUS.has(part))
          .map(({ part, label, text }) => (
            <div class={part}>
              <dt>{label}</dt>
              <dd>{shownInPage(text, limits.prose)}</dd>
            </div>
          ))}
      </dl>
      <dl class="facts">
        {rows
          .filter(({ part }) => !VERSUS.has(part))
          .map((row) => (
            <>
              <dt class={isOnScreen(row) ? 'screen-only' : undefined}>{row.label}</dt>
              <dd class={isOnScreen(row) ? 'screen-only' : undefined}>{content(row)}</dd>
            </>
          ))}
      </dl>
    </>
  );
}

interface FailureCardProps {
  readonly place: PlacedRule;
  readonly run: Report['run'];
  /** Bytes of the page for the exchanges of the rule. */
  readonly evidence: number;
  readonly isOpen: boolean;
  /** True if a rule with the same cause is shown before it. */
  readonly isFurther: boolean;
}

/** The card of a broken rule: expected and actual result, impact, and how to reproduce it. */
export function FailureCard({ place, run, evidence, isOpen, isFurther }: FailureCardProps) {
  const { index, anchor, rule } = place;
  const { failure } = rule;
  const tone = toneOf(rule);
  const Heading = isFurther ? 'h4' : 'h3';
  return (
    <details class={`card failure is-${tone}`} data-rule={index} data-print open={isOpen}>
      <summary>
        <Heading class="id">{named(rule.id, limits.name)}</Heading>
        <Mark tone={tone} />
        <span class="seen">{shownInPage(seenOf(rule), limits.value)}</span>
      </summary>
      <div id={anchor} class="failure-body">
        <p class="statement">
          <Statement text={rule.statement} /> <RuleTags rule={rule} />
        </p>
        {failure === undefined ? (
          <p class="muted">The report has no evidence of this failure.</p>
        ) : (
          <Rows
            place={place}
            rows={cardOf(rule, run).rows}
            failure={failure}
            evidence={evidence}
            isPrinted={!isFurther}
          />
        )}
      </div>
    </details>
  );
}
