import { isGating } from '../../engine/words.ts';
import type { RuleReport } from '../model.ts';
import { byTopic, type TopicGroup } from './topics.ts';

const OBSERVED = 'observed.';

/** An observation's id without what all of them begin with: `page.zero`. */
export const shortIdOf = ({ id }: RuleReport): string =>
  id.startsWith(OBSERVED) ? id.slice(OBSERVED.length) : id;

/** A question that the specification leaves open, and what this target answered. */
export interface AnsweredQuestion {
  readonly rule: RuleReport;
  readonly question: string;
  readonly answer: string;
  /** What the answer does not say by itself; empty where nothing is to be added. */
  readonly note: string;
}

/** What was observed, by topic, and how many questions were asked. */
export interface ObservationsBlock {
  readonly kind: 'observations';
  readonly topics: readonly TopicGroup<AnsweredQuestion>[];
  readonly made: number;
  readonly asked: number;
}

/** What was observed and is never judged. */
export function observationsOf(rules: readonly RuleReport[]): ObservationsBlock {
  const asked = rules.filter((rule) => !isGating(rule));
  const answers = rules.flatMap((rule): AnsweredQuestion[] => {
    const { verdict, statement, observation } = rule;
    if (verdict !== 'observed') return [];
    const { value, note } = observation ?? { value: '', note: '' };
    return [{ rule, question: statement, answer: value || note, note: value === '' ? '' : note }];
  });
  return {
    kind: 'observations',
    topics: byTopic(answers, ({ rule }) => rule.id),
    made: answers.length,
    asked: asked.length,
  };
}
