import type { Exchange } from '../client/exchange.ts';
import type { Violated } from '../model/finding.ts';
import { type Answer, type Answers, describeAnswer } from '../model/planned-request.ts';
import { type ShownRecord, shows } from '../model/violation.ts';
import type { ViolationKind } from '../model/violation-kinds.ts';

const exchangesOf = (answers: readonly Pick<Answer, 'exchange'>[]): Exchange[] =>
  answers.map(({ exchange }) => exchange);

/** Evidence of a violation: the answers of the case, the judged one last, those of its twins, and the records that show it. */
export interface Evidence {
  readonly answers: readonly Pick<Answer, 'ask' | 'exchange'>[];
  readonly twins?: Answers;
  readonly context?: readonly Pick<Answer, 'exchange'>[];
  readonly records?: readonly ShownRecord[];
}

/** Returns a violation. */
export function violated(
  kind: ViolationKind,
  expected: string,
  actual: string,
  { answers, twins = [], context = [], records = [] }: Evidence,
): Violated {
  const judged = answers.at(-1)?.ask;
  return {
    is: 'violated',
    violation: {
      kind,
      expected,
      actual,
      ...shows({
        answers: exchangesOf(answers),
        twins: exchangesOf(twins),
        context: exchangesOf(context),
      }),
      ...(records.length === 0 ? {} : { records }),
      ...(judged === undefined ? {} : { judged }),
    },
  };
}

/** Returns a violation with another sentence on what was seen. */
export const saying = (finding: Violated, actual: string): Violated => ({
  ...finding,
  violation: { ...finding.violation, actual },
});

/** Returns a violation that three answers in all confirm. */
export const unambiguous = (finding: Violated): Violated => ({ ...finding, isUnambiguous: true });

/** Returns the kind of a wrong status. */
function kindOfStatus({ status, exchange }: Answer): ViolationKind {
  if (exchange.fault?.kind === 'gone') return 'gone-away';
  return status === 0 || status >= 500 ? 'server-error' : 'status';
}

/** Returns a violation of a wrong status. */
export const wrongStatus = (expected: string, own: Answer, twins: Answers = []): Violated =>
  violated(kindOfStatus(own), expected, describeAnswer(own), { answers: [own], twins });
