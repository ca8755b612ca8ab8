import type { Exchange } from '../client/exchange.ts';
import type { Violated } from '../model/finding.ts';
import { type Answer, type Answers, describeAnswer } from '../model/planned-request.ts';
import { type ShownRecord, shows, type Violation } from '../model/violation.ts';
import type { ViolationKind } from '../model/violation-kinds.ts';

const exchangesOf = (answers: readonly Pick<Answer, 'exchange'>[]): Exchange[] =>
  answers.map(({ exchange }) => exchange);

interface Evidence extends Pick<Violated, 'isUnambiguous'> {
  /** The answers of the case, the judged one last. */
  readonly answers: readonly Pick<Answer, 'ask' | 'exchange'>[];
  readonly twins?: Answers;
  readonly context?: readonly Pick<Answer, 'exchange'>[];
  /** The records that show it. */
  readonly records?: readonly ShownRecord[];
}

export function violated(
  kind: ViolationKind,
  {
    expected,
    actual,
    answers,
    twins = [],
    context = [],
    records = [],
    isUnambiguous = false,
  }: Evidence & Pick<Violation, 'expected' | 'actual'>,
): Violated {
  const judged = answers.at(-1)?.ask;
  return {
    is: 'violated',
    isUnambiguous,
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

function kindOfStatus({ status, exchange }: Answer): ViolationKind {
  if (exchange.fault?.kind === 'gone') return 'gone-away';
  return status === 0 || status >= 500 ? 'server-error' : 'status';
}

/** Returns a violation of a wrong status. @param where a text behind the status */
export const wrongStatus = (
  expected: string,
  own: Answer,
  { where = '', ...evidence }: Omit<Evidence, 'answers'> & { readonly where?: string } = {},
): Violated =>
  violated(kindOfStatus(own), { expected, actual: describeAnswer(own) + where, answers: [own], ...evidence });
