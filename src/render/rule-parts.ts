import { isGating } from '../model/rule-metadata.ts';
import { countOf, dayAndTimeOf } from '../model/text.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { observedOtherwise, type Step } from '../report/rule-history.ts';
import { verdictStyleOf, verdictStyles } from '../report/verdict-styles.ts';
import { caseText, citedSections } from './card.ts';
import { type Block, type Item, name, type Part, type RichText, sentence, text, value } from './document.ts';
import { anchor, linked, shortList } from './failure-parts.ts';
import { table } from './parts.ts';
import { undecidedOf } from './undecided.ts';

const answer = ({ observation }: RuleReport): RichText => [
  value(observation?.value || observation?.note || ''),
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
      words: [...linked(rule), ' ', ...(last === null ? [] : answer(last.rule)), ' → ', ...answer(rule)],
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
    words: ['What the specification leaves open, and the answers'],
    blocks: [...missing, table('Observations', ['Observation', 'Statement', 'Observed'], rows)],
  };
  return [
    {
      id: 'observed',
      mark: 'observed',
      title: `${made.length} of ${countOf(observations.length, 'observation')} made${news}`,
      rank: 9,
      ...(items.length === 0 ? { only: ['markdown', 'page'] as const } : {}),
      blocks: [...(items.length === 0 ? [] : shortList(items)), all],
    },
  ];
}

export function rulesPart({ rules }: Report): Part[] {
  const rows = rules.filter(isGating).map((rule) => [
    { id: anchor(rule.id), words: [name(rule.id)] },
    { mark: verdictStyleOf(rule), words: [verdictStyles[verdictStyleOf(rule)].word] },
    { words: [sentence(rule.statement)] },
    { words: [`${rule.level}, `, name(citedSections(rule))] },
    {
      words: [
        `${countOf(rule.cases, 'case')}, ${countOf(rule.requests, 'request')}`,
        ...(rule.tried?.example === undefined
          ? []
          : [', such as ', value(caseText(rule.tried.example.case), 200)]),
        ...(rule.note === undefined ? [] : ['. ', sentence(rule.note, 300)]),
      ],
    },
  ]);
  if (rows.length === 0) return [];
  const all = table('Rules', ['Rule', 'Result', 'Statement', 'Level', 'Tried'], rows);
  return [
    {
      id: 'rules',
      title: `All rules: ${rows.length}`,
      only: ['page'],
      blocks: [{ is: 'fold', words: ['Every rule, and how it was tried'], blocks: [all] }],
    },
  ];
}
