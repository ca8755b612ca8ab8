import { countOf } from '../count-of.ts';
import type { Report } from '../model.ts';
import type { RulePast } from '../rule-past.ts';
import { toneOf } from '../tones.ts';
import type { PlacedRule } from './anchors.ts';
import { named } from './fit.ts';
import { limits } from './limits.ts';
import { NoneMatch } from './none-match.tsx';
import { Part } from './part.tsx';
import type { DocumentPart } from './parts-of-document.ts';
import { citedSections } from './rule-tags.tsx';
import { Statement } from './statement.tsx';
import { Strip } from './strip.tsx';
import { Mark } from './verdict.tsx';
import { durationOf } from './when.tsx';

function triedIn({ run, rules }: Report): string {
  const cases = rules.reduce((sum, rule) => sum + rule.cases, 0);
  const repeated = run.retries === 0 ? '' : `, ${countOf(run.retries, 'repetition')} among them`;
  return `${countOf(cases, 'case')} of ${countOf(rules.length, 'rule')}, with ${countOf(run.requests, 'request')}${repeated}, in ${durationOf(run.durationMs)}.`;
}

/** Which parts of the document a rule stands in, as the filter calls them. */
function slugsOf(parts: readonly DocumentPart[]): ReadonlyMap<number, string> {
  const slugs = new Map<number, string>();
  for (const { slug, rules } of parts)
    for (const { index } of rules) slugs.set(index, `${slugs.get(index) ?? ''} ${slug}`.trim());
  return slugs;
}

interface RuleTableProps {
  readonly report: Report;
  readonly rules: readonly PlacedRule[];
  readonly parts: readonly DocumentPart[];
  /** `null` where nothing is known of earlier runs. */
  readonly past: ((id: string) => RulePast) | null;
}

/** Every rule with how much was tried; rules that hold are at home here, and the filter reads its facts from here. */
export function RuleTable({ report, rules, parts, past }: RuleTableProps) {
  const slugs = slugsOf(parts);
  return (
    <Part id="rules" title="All rules, and how much was tried" intro={triedIn(report)}>
      {rules.length === 0 ? null : (
        <table class="table stacks rules">
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Level</th>
              <th scope="col">Verdict</th>
              <th scope="col" class="num">
                Cases
              </th>
              <th scope="col" class="num">
                Requests
              </th>
              {past === null ? null : <th scope="col">Last runs</th>}
            </tr>
          </thead>
          <tbody>
            {rules.map(({ index, anchor, rule }) => {
              const name = named(rule.id, limits.name);
              const isHome = rule.verdict === 'pass';
              return (
                <tr
                  id={isHome ? anchor : undefined}
                  data-rule={index}
                  data-verdict={rule.verdict}
                  data-level={rule.level}
                  data-sections={slugs.get(index) ?? ''}
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
                    {rule.level} <span class="muted">{citedSections(rule)}</span>
                  </td>
                  <td class="brief">
                    <Mark tone={toneOf(rule)} />
                  </td>
                  <td class="num brief" data-label="cases">
                    {rule.cases.toLocaleString('en')}
                  </td>
                  <td class="num brief" data-label="requests">
                    {rule.requests.toLocaleString('en')}
                  </td>
                  {past === null ? null : (
                    <td>
                      <Strip marks={past(rule.id).marks} />
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <NoneMatch of={rules} />
    </Part>
  );
}
