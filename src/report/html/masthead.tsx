import { isGating } from '../../model/words.ts';
import { issuesCreated, requestsSpent, waitsSpent } from '../../results/run.ts';
import type { Standing } from '../../results/standing.ts';
import { tones, tonesOf } from '../../results/tones.ts';
import { versionOf } from '../../results/version.ts';
import type { ReportView } from '../../results/view.ts';
import type { Report } from '../model.ts';
import type { Places } from './anchors.ts';
import { FailureIndex } from './failures.tsx';
import { limits, named } from './fit.ts';
import { Notices } from './notices.tsx';
import { durationOf, ToneBar, When } from './parts.tsx';
import { SinceBox } from './since.tsx';
import { UndecidedIndex } from './undecided.tsx';

/** Class names of the styles, by standing. */
const TONES: Readonly<Record<Standing, string>> = {
  held: 'conformant',
  known: 'known',
  open: 'incomplete',
  unexpected: 'nonconformant',
  unusable: 'unusable',
  broken: 'broken',
};
const SETTINGS = 60;

function Tallies({ view }: { readonly view: ReportView }) {
  return (
    <div class="tally">
      <ToneBar counts={tonesOf(view.report.rules.filter(isGating))} height={12} />
      <ul>
        {view.tally.map(({ tone, text }) => (
          <li class={`mark is-${tone}`}>
            <span class="sign" aria-hidden="true">
              {tones[tone].sign}
            </span>{' '}
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Target({ report: { target, run } }: { readonly report: Report }) {
  const waited = waitsSpent(run);
  const created = issuesCreated(run);
  const version = versionOf({ run });
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
      {version === null ? null : (
        <>
          <dt>Version</dt>
          <dd class="id">{named(version, limits.name)}</dd>
        </>
      )}
      <dt>Run</dt>
      <dd>
        <When iso={run.startedAt} />, {requestsSpent(run)} in {durationOf(run.durationMs)}
        {waited === null ? '' : `, ${waited}`}
      </dd>
      {created === null ? null : (
        <>
          <dt>Written</dt>
          <dd>{named(created, limits.prose)}</dd>
        </>
      )}
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
  readonly view: ReportView;
  readonly places: Places;
}

/** The head of the page: changes since the last run, outcome, broken rules and target. */
export function Masthead({ view, places }: MastheadProps) {
  const { report, standing, headline, sentence } = view;
  const broken = view.blocks.find((block) => block.kind === 'failures' && block.id === 'failures');
  const open = view.blocks.find((block) => block.kind === 'undecided');
  const isBroken = broken?.kind === 'failures' && broken.count > 0;
  return (
    <header class={`masthead is-${TONES[standing]}`}>
      <p class="eyebrow">Conformance report of an issue service</p>
      <SinceBox words={view.since} places={places} />
      <h1>{headline}</h1>
      <p class="lead">{sentence.replace(/^./, (first) => first.toUpperCase())}.</p>
      <Notices notices={view.notices} outcome={report.outcome} />
      <div class="summary">
        {isBroken ? <FailureIndex block={broken} places={places} /> : null}
        {!isBroken && open?.kind === 'undecided' ? <UndecidedIndex block={open} /> : null}
        <div class="card">
          {report.rules.length === 0 ? <p class="muted">The report has no rules.</p> : null}
          {view.tally.length === 0 ? null : <Tallies view={view} />}
          <Target report={report} />
          <Settings run={report.run} />
        </div>
      </div>
    </header>
  );
}
