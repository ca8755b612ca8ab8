import type { Answer } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { Issue } from '../world/issue.ts';
import type { Repository } from '../world/repository.ts';

/** Answers a creation otherwise; it is stored as ever. */
export function answerCreated(
  b: Behaviour,
  change: (answer: Answer, issue: Issue, repository: Repository | undefined) => Partial<Answer>,
): Pick<Behaviour, 'createdAnswer'> {
  return {
    createdAnswer: (issue, record, call) => {
      const answer = b.createdAnswer(issue, record, call);
      return { ...answer, ...change(answer, issue, call.repository) };
    },
  };
}
