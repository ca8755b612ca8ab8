import { literal } from '../card.ts';
import { inert } from '../inert.ts';
import { listedWords } from '../listed.ts';
import type { FailureReport } from '../model.ts';
import { isPlainId, replayCommand } from '../replay-command.ts';
import { toneOf } from '../tones.ts';
import type { PlacedRule } from './anchors.ts';
import { Exchanges } from './exchange.tsx';
import { bytesInPage, named, shown } from './fit.ts';
import { limits, SOURCE } from './limits.ts';
import { RuleTags } from './rule-tags.tsx';
import { Statement } from './statement.tsx';
import { Mark } from './verdict.tsx';

function Counterexample({ values }: { readonly values: FailureReport['counterexample'] }) {
  const entries = Object.entries(values);
  if (entries.length === 0) return <>none: the rule is broken by the plain request</>;
  // As many as a generated case ever has; a report that is no run's own may hold any number.
  const kept = entries.slice(0, COUNTEREXAMPLES);
  return (
    <>
      {kept.map(([name, value]) => (
        <code class="value">
          {named(name, limits.name)}: {shown(literal(value), limits.value)}
        </code>
      ))}
      {kept.length < entries.length ? <span class="muted">and more in {SOURCE}</span> : null}
    </>
  );
}

const COUNTEREXAMPLES = 6;

interface CommandProps {
  readonly anchor: string;
  readonly label: string;
  readonly command: string;
}

/** A command to copy; the button is shown where the script runs. */
function Command({ anchor, label, command }: CommandProps) {
  return (
    <div class="command">
      <pre class="code">
        <code id={anchor}>{command}</code>
      </pre>
      <button type="button" class="button screen-only" data-copy={anchor} hidden>
        Copy<span class="sr"> {label}</span>
      </button>
    </div>
  );
}

// A command that is not the real one is worse than none, so it is shown whole or not at all.
const isFit = (command: string): boolean =>
  command.length <= limits.command && inert(command) === command && bytesInPage(command) <= limits.command;

function Commands({ index, rule, failure }: Pick<PlacedRule, 'index' | 'rule'> & { failure: FailureReport }) {
  return (
    <>
      {failure.curl === '' ? null : (
        <>
          <dt>By hand</dt>
          <dd>
            {isFit(failure.curl) ? (
              <Command anchor={`curl-${index}`} label="the curl line" command={failure.curl} />
            ) : (
              <>not fit to be shown here; it stands in {SOURCE}, under “curl”</>
            )}
          </dd>
        </>
      )}
      {isPlainId(rule.id) ? (
        <>
          <dt>Again</dt>
          <dd>
            <Command anchor={`replay-${index}`} label="the replay line" command={replayCommand(rule.id)} />
          </dd>
        </>
      ) : null}
    </>
  );
}

interface FailureCardProps {
  readonly placed: PlacedRule;
  /** Bytes of the page for its exchanges. */
  readonly evidence: number;
}

/** All that is known of a broken rule: what was expected and seen, what it means, and how to see it oneself. */
export function FailureCard({ placed: { index, anchor, rule }, evidence }: FailureCardProps) {
  const { failure } = rule;
  const tone = toneOf(rule);
  const listed = listedWords(rule);
  return (
    <article
      class={`card failure is-${tone}`}
      id={anchor}
      data-rule={index}
      aria-labelledby={`title-${index}`}
    >
      <div class="failure-head">
        <h3 class="id" id={`title-${index}`}>
          {named(rule.id, limits.name)}
        </h3>
        <Mark tone={tone} />
        <RuleTags rule={rule} />
      </div>
      <p class="statement">
        <Statement text={rule.statement} />
      </p>
      {failure === undefined ? (
        <p class="muted">The report has no evidence of this failure.</p>
      ) : (
        <>
          <dl class="versus">
            <div>
              <dt>Expected</dt>
              <dd>{shown(failure.expected, limits.prose)}</dd>
            </div>
            <div class="actual">
              <dt>Actual</dt>
              <dd>{shown(failure.actual, limits.prose)}</dd>
            </div>
          </dl>
          <dl class="facts">
            <dt>To a client</dt>
            <dd>{shown(failure.means, limits.prose)}</dd>
            <dt>Counterexample</dt>
            <dd>
              <Counterexample values={failure.counterexample} />
            </dd>
            <dt>Reproduced</dt>
            <dd>{shown(failure.reproduced, limits.value)}</dd>
            {listed === null ? null : (
              <>
                <dt>Baseline</dt>
                <dd>{shown(listed, limits.prose)}</dd>
              </>
            )}
            <Commands index={index} rule={rule} failure={failure} />
            {failure.exchanges.length === 0 ? null : (
              <>
                <dt>Exchanges</dt>
                <dd>
                  <Exchanges exchanges={failure.exchanges} most={evidence} />
                </dd>
              </>
            )}
          </dl>
        </>
      )}
    </article>
  );
}
