import { isGating } from '../model/words.ts';
import type { RuleReport } from '../report/model.ts';
import { byTopic, type TopicGroup } from './topics.ts';

const OBSERVED = 'observed.';

/** Returns an observation's id without the common prefix: `page.zero`. */
export const shortIdOf = ({ id }: RuleReport): string =>
  id.startsWith(OBSERVED) ? id.slice(OBSERVED.length) : id;

/** A question that the specification leaves open, and the answer of this target. */
export interface AnsweredQuestion {
  readonly rule: RuleReport;
  readonly question: string;
  readonly answer: string;
  /** Details that the answer lacks; empty if there are none. */
  readonly note: string;
}

/** Observations by topic, and the number of questions. */
export interface ObservationsBlock {
  readonly kind: 'observations';
  readonly topics: readonly TopicGroup<AnsweredQuestion>[];
  readonly made: number;
  readonly asked: number;
}

/** Returns the observations, which are never judged. */
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
