import { isGating } from '../model/rule-metadata.ts';
import { countOf, dayAndTimeOf } from '../model/text.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { observedOtherwise, type Step } from '../report/rule-history.ts';
import { isUndecided, reasonIn } from '../report/strict-exit-status.ts';
import { verdictStyleOf } from '../report/verdict-styles.ts';
import { caseText, citedSections } from './card.ts';
import {
  type Block,
  type Fact,
  type Item,
  name,
  type Part,
  type RichText,
  sentence,
  text,
  value,
} from './document.ts';
import { shortList } from './failed-rules.ts';
import { anchor, fact, linked, table } from './parts.ts';
import { undecidedOf } from './undecided.ts';

const answer = ({ observation }: RuleReport): RichText => [
  sentence(observation?.value || observation?.note || ''),
];

/** Returns the observations: errors of the service, then changes, then all of them. */
export function observationsPart({ rules }: Report, steps: readonly Step[]): Part[] {
  const observations = rules.filter((rule) => !isGating(rule));
  const made = observations.filter(({ verdict }) => verdict === 'observed');
  if (made.length === 0) return [];
  const errors = made.filter((rule) => verdictStyleOf(rule) === 'error');
  const changed = observedOtherwise(steps);
  const items: Item[] = [
    ...errors.map((rule) => ({
      mark: 'error' as const,
      words: [...linked(rule), ' ', ...answer(rule), ', a server error that no rule judges'],
    })),
    ...changed.map(({ rule, last }) => ({
      mark: 'observed' as const,
      words: [
        ...linked(rule),
        ': ',
        ...answer(rule),
        ...(last === null ? [] : ['; before: ', ...answer(last.rule)]),
      ],
    })),
  ];
  const since = changed.at(-1)?.last?.report.run.startedAt;
  const news = since === undefined ? '' : `, ${changed.length} changed since ${dayAndTimeOf(since)}`;
  const rows = made.map((rule) => [
    { id: anchor(rule.id), words: [name(rule.id.replace(/^observed\./, ''))] },
    { words: [sentence(rule.statement)] },
    { ...(verdictStyleOf(rule) === 'error' ? { mark: 'error' as const } : {}), words: answer(rule) },
  ]);
  const missing = undecidedOf(observations).map(({ reason, observed }) =>
    text([`Not made: ${observed.length}. `, sentence(reason)]),
  );
  const all: Block = {
    is: 'fold',
    only: ['markdown', 'page'],
    words: ['What the specification leaves open, and the answers; no outcome depends on them'],
    blocks: [...missing, table('Observations', ['Observation', 'Statement', 'Observed'], rows)],
  };
  return [
    {
      id: 'observed',
      mark: 'observed',
      title: `Observations${news}`,
      ...(items.length === 0 ? { only: ['markdown', 'page'] as const } : {}),
      blocks: [...(items.length === 0 ? [] : shortList(items)), all],
    },
  ];
}

/** Returns how a rule was tried, or the reason why it is undecided. */
function triedFacts(rule: RuleReport): readonly Fact[] {
  const { tried, note, level } = rule;
  const sent: RichText = [
    `${countOf(rule.cases, 'case')}, ${countOf(rule.requests, 'request')}`,
    ...(tried?.example === undefined ? [] : [', such as ', value(caseText(tried.example.case), 200)]),
  ];
  return [
    ...fact('Reason', isUndecided(rule) ? [sentence(reasonIn(rule))] : null),
    ['Level', [`${level}, `, name(citedSections(rule))]],
    ['Tried', sent],
    ...fact('Note', note === undefined ? null : [sentence(note, 300)]),
  ];
}

/** Returns a line for each gating rule without a card, which opens to how the rule was tried. */
export function rulesPart({ rules, counts }: Report): Part[] {
  const blocks = rules
    .filter((rule) => isGating(rule) && rule.verdict !== 'fail')
    .map(
      (rule): Block => ({
        is: 'fold',
        id: anchor(rule.id),
        mark: verdictStyleOf(rule),
        words: [name(rule.id), ' ', sentence(rule.statement)],
        blocks: [{ is: 'facts', facts: triedFacts(rule) }],
      }),
    );
  const title = counts.fail === 0 ? 'All rules' : 'Rules that did not fail';
  return blocks.length === 0 ? [] : [{ id: 'rules', title, only: ['page'], blocks }];
}
