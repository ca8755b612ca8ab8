import type { Child } from 'hono/jsx';
import type { Report, RuleReport } from '../model.ts';
import { noticesOf } from '../notices.ts';
import { headlineOf, sentenceOf } from '../outcome.ts';
import { requestsSpent, waitsSpent } from '../spent.ts';
import { type Standing, standingOf } from '../standing.ts';
import { named } from './fit.ts';
import { limits } from './limits.ts';
import { Mark, ToneBar, tonesOf } from './verdict.tsx';
import { durationOf, When } from './when.tsx';

/** The names of the tones in the styles. */
const TONES: Readonly<Record<Standing, string>> = {
  held: 'conformant',
  known: 'known',
  open: 'incomplete',
  unexpected: 'nonconformant',
  unusable: 'unusable',
  broken: 'broken',
};
const SETTINGS = 60;
const CHOSEN = 2000;

function Tally({ title, rules }: { readonly title: string; readonly rules: readonly RuleReport[] }) {
  if (rules.length === 0) return null;
  const counts = tonesOf(rules);
  return (
    <div class="tally">
      <h2>{title}</h2>
      <ToneBar counts={counts} height={14} />
      <ul>
        {counts.map(({ tone, count }) => (
          <li>
            <span class="count">{count.toLocaleString('en')}</span> <Mark tone={tone} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Notices({ report }: { readonly report: Report }) {
  return (
    <>
      {noticesOf(report).map(({ kind, text, quoted }) => (
        <p class={`notice is-${kind === 'problem' ? report.outcome : 'incomplete'}`}>
          {text}
          {kind === 'problem' ? named(quoted, limits.prose) : null}
          {kind !== 'problem' && quoted !== '' ? <code>{named(quoted, CHOSEN)}</code> : null}
        </p>
      ))}
    </>
  );
}

function Target({ report: { target, run } }: { readonly report: Report }) {
  const waited = waitsSpent(run);
  return (
    <dl class="facts">
      <dt>Target</dt>
      <dd>
        {target.label === undefined ? null : (
          <>
            <strong>{named(target.label, limits.name)}</strong>,{' '}
          </>
        )}
        {target.bundled ? 'the bundled reference service, at ' : ''}
        <span class="id">{named(target.baseUrl, limits.address)}</span>
      </dd>
      <dt>Repository</dt>
      <dd class="id">
        {named(target.owner, limits.name)}/{named(target.repo, limits.name)}
      </dd>
      <dt>Run</dt>
      <dd>
        <When iso={run.startedAt} />, {requestsSpent(run)} in {durationOf(run.durationMs)}
        {waited === null ? '' : `, ${waited}`}
      </dd>
      <dt>Settings</dt>
      <dd>
        profile {run.profile}, writes {run.writes}, seed {run.seed}
      </dd>
    </dl>
  );
}

function Settings({ run }: { readonly run: Report['run'] }) {
  const given = Object.entries(run.settings ?? {});
  if (given.length === 0) return null;
  return (
    <details class="fold">
      <summary>All settings</summary>
      <dl class="facts settings">
        <dt>run</dt>
        <dd class="id">{named(run.id, limits.name)}</dd>
        {given.slice(0, SETTINGS).map(([name, value]) => (
          <>
            <dt>{named(name, limits.name)}</dt>
            <dd class="id">{named(value, limits.value)}</dd>
          </>
        ))}
      </dl>
      {given.length > SETTINGS ? <p class="muted">and {given.length - SETTINGS} more</p> : null}
    </details>
  );
}

interface MastheadProps {
  readonly report: Report;
  /** What changed since the last run. */
  readonly since: Child;
}

/** What a reader has to know first: what changed, how it went, for which target, and what limits what it says. */
export function Masthead({ report, since }: MastheadProps) {
  const { rules } = report;
  return (
    <header class={`masthead is-${TONES[standingOf(report)]}`}>
      <p class="eyebrow">Conformance report of an issue service</p>
      {since}
      <h1>{headlineOf(report)}</h1>
      <p class="lead">{sentenceOf(report).replace(/^./, (first) => first.toUpperCase())}.</p>
      <Notices report={report} />
      <div class="summary">
        <div class="card">
          <Target report={report} />
          <Settings run={report.run} />
        </div>
        <div class="card">
          <Tally title="Rules that count" rules={rules.filter(({ level }) => level !== 'observed')} />
          <Tally title="Only observed" rules={rules.filter(({ level }) => level === 'observed')} />
          {rules.length === 0 ? <p class="muted">The report has no rules.</p> : null}
        </div>
      </div>
    </header>
  );
}
