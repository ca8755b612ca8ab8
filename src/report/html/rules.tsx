import { toneOf } from '../../results/tones.ts';
import { byTopic } from '../../results/topics.ts';
import type { ExchangeReport, Report, RuleReport } from '../model.ts';
import { countOf } from '../text.ts';
import type { PlacedRule, Places } from './anchors.ts';
import { Values } from './failure-card.tsx';
import { beginningOf, limits, named, shownInPage } from './fit.ts';
import { durationOf, Mark, NoneMatch, Part, Statement, shownSections } from './parts.tsx';
import type { Section } from './specification.tsx';

function triedIn({ run, rules }: Report): string {
  const cases = rules.reduce((sum, rule) => sum + rule.cases, 0);
  const repeated = run.retries === 0 ? '' : `, ${countOf(run.retries, 'retry', 'retries')} among them`;
  return `${countOf(cases, 'case')} of ${countOf(rules.length, 'rule')}, with ${countOf(run.requests, 'request')}${repeated}, in ${durationOf(run.durationMs)}. A response is used by every rule that it can show something about.`;
}

/** Returns the sections of each rule, by the index of the rule, as the filter names them. */
function slugsOf(sections: readonly Section[]): ReadonlyMap<number, string> {
  const slugs = new Map<number, string>();
  for (const { slug, rules } of sections)
    for (const { index } of rules) slugs.set(index, `${slugs.get(index) ?? ''} ${slug}`.trim());
  return slugs;
}

/** Bytes of the page for each part of the example of a rule. */
const PART = 700;
const CALLERS = 8;

/** Returns `106 cases, 2 requests of its own`; the other responses had been requested by other rules. */
function countsOf({ cases, requests }: RuleReport): string {
  if (cases === 0) return requests === 0 ? 'not tried' : countOf(requests, 'request');
  const own =
    requests === 0
      ? 'on responses to requests of other rules'
      : `${countOf(requests, 'request')} of its own${requests < cases ? ', other responses reused' : ''}`;
  return `${countOf(cases, 'case')}, ${own}`;
}

/** Returns a request and its response in a few lines, with bodies as far as the report has them. */
function exampleText({ request, response }: ExchangeReport): string {
  const part = (text: string): string => beginningOf(text, PART).text;
  const lines = [
    part(`${request.method} ${request.url}`),
    ...(request.body === null ? [] : [part(request.body)]),
    response === null ? '→ no answer' : `→ ${response.status}`,
    ...(response === null || response.body === ''
      ? []
      : [`${part(response.body)}${response.truncated ? ' …' : ''}`]),
  ];
  return lines.join('\n');
}

/** The trial of a rule: its callers, and one case with its request and response. */
function Tried({ rule }: { readonly rule: RuleReport }) {
  const { tried, note } = rule;
  if (tried === undefined && note === undefined) return null;
  const callers = Object.entries(tried?.callers ?? {}).slice(0, CALLERS);
  const example = tried?.example;
  return (
    <details class="fold">
      <summary>How it was tried</summary>
      <dl class="facts">
        <dt>Cases</dt>
        <dd>
          {countsOf(rule)}
          {callers.length === 0
            ? ''
            : `; asked ${callers.map(([who, count]) => `${named(who, limits.name)}: ${count.toLocaleString('en')}`).join(', ')}`}
        </dd>
        {note === undefined ? null : (
          <>
            <dt>Note</dt>
            <dd>{shownInPage(note, limits.prose)}</dd>
          </>
        )}
        {example === undefined ? null : (
          <>
            <dt>Example</dt>
            <dd>
              <Values values={example.case} />
              <pre class="code">{exampleText(example.exchange)}</pre>
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}

interface RowProps {
  readonly place: PlacedRule;
  readonly slugs: string;
}

function Row({ place: { index, anchor, rule }, slugs }: RowProps) {
  const name = named(rule.id, limits.name);
  const isHome = rule.verdict === 'pass';
  return (
    <tr
      id={isHome ? anchor : undefined}
      data-rule={index}
      data-verdict={rule.verdict}
      data-level={rule.level}
      data-sections={slugs}
    >
      <th scope="row">
        {isHome ? (
          <span class="id">{name}</span>
        ) : (
          <a class="id" href={`#${anchor}`}>
            {name}
          </a>
        )}
        <span class="statement">
          <Statement text={rule.statement} />
        </span>
      </th>
      <td class="brief">
        {rule.level} <span class="muted">{shownSections(rule)}</span>
      </td>
      <td class="brief">
        <Mark tone={toneOf(rule)} />
      </td>
      <td>
        {countsOf(rule)}
        <Tried rule={rule} />
      </td>
    </tr>
  );
}

interface RulesProps {
  readonly report: Report;
  readonly places: Places;
  readonly sections: readonly Section[];
}

/**
 * All rules with the way each was tried. Passed rules are listed here only, and the filter reads its data
 * here.
 */
export function Rules({ report, places, sections }: RulesProps) {
  const slugs = slugsOf(sections);
  const passed = places.all.filter(({ rule }) => rule.verdict === 'pass');
  return (
    <Part id="rules" title="All rules" intro={triedIn(report)}>
      {places.all.length === 0 ? null : (
        <details class="fold">
          <summary>{countOf(places.all.length, 'rule')}, and how each was tried</summary>
          <table class="table stacks rules">
            <thead>
              <tr>
                <th scope="col">Rule</th>
                <th scope="col">Level</th>
                <th scope="col">Verdict</th>
                <th scope="col">Tried</th>
              </tr>
            </thead>
            {byTopic(places.all, ({ rule }) => rule.id).map(({ title, members }) => (
              <tbody data-group>
                <tr class="topic">
                  <th scope="rowgroup" colspan={4}>
                    {title}
                  </th>
                </tr>
                {members.map((place) => (
                  <Row place={place} slugs={slugs.get(place.index) ?? ''} />
                ))}
              </tbody>
            ))}
          </table>
        </details>
      )}
      {passed.length === 0 ? null : (
        <p class="print-only">
          Passed: <span class="id">{passed.map(({ rule }) => named(rule.id, limits.name)).join(', ')}</span>
        </p>
      )}
      <NoneMatch of={places.all} />
    </Part>
  );
}
