import { broken } from '../../src/checks/broken.ts';
import { census, isEndSeen } from '../../src/created/census.ts';
import { isAccepted, isRefused } from '../../src/created/ledger.ts';
import { type Answer, type Answers, isCreation, type Payload, told } from '../../src/model/ask.ts';
import { type Attempt, type Case, type Finding, holds, nothing } from '../../src/model/rule.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Run } from '../../src/run/run.ts';

/** Rules that must hold before a census shows something. */
export const LISTS: readonly RuleId[] = [
  'list.per-page.fills',
  'list.per-page.maximum',
  'list.per-page.at-most',
  'list.page.slices',
  'list.page.second',
  'list.page.partition',
];

/** A creation between two censuses. */
interface Between {
  readonly posted: Answer;
  readonly gone: number;
  readonly added: number;
  readonly evidence: { readonly answers: Answers };
  readonly isEndSeen: boolean;
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...some].filter((key) => !others.has(key)).length;

/** Judges what a creation changed, unless issues come and go while nothing is created (four more censuses). */
function changed({ own, once }: Attempt, judge: (between: Between) => Finding, run: Run): Finding {
  const keysOf = (answers: Answers): Set<string> =>
    new Set(answers.flatMap((answer) => run.keys(answer) ?? []));
  const at = own.findIndex((answer) => isCreation(answer.ask));
  const posted = own[at];
  if (run.identity === null || posted === undefined)
    return nothing('data', 'issues that can be told apart', ['list.records']);
  const [before, after] = [keysOf(own.slice(0, at)), keysOf(own.slice(at + 1))];
  const pauses = Object.values(once).map(keysOf);
  const isMoving = pauses.some((keys, index) => {
    const next = pauses[index + 1] ?? keys;
    return without(keys, next) + without(next, keys) > 0;
  });
  if (isMoving) return nothing('unstable', 'Issues come and go while nothing is created.');
  return judge({
    posted,
    gone: without(before, after),
    added: without(after, before),
    evidence: { answers: [...own.slice(at + 1), posted] },
    isEndSeen: isEndSeen(own),
  });
}

const between = (run: Run, name: string, payload: Payload, judge: (between: Between) => Finding): Case => ({
  name,
  own: async (send) => [
    ...(await census(run)(send)),
    await send(run.post(run.first, payload)),
    ...(await census(run)(send)),
  ],
  twins: {},
  once: { first: census(run), second: census(run), third: census(run), fourth: census(run) },
  quick: false,
  alone: true,
  check: (attempt) => changed(attempt, judge, run),
});

/** A valid creation takes no other issue away. */
export const displaced = (run: Run): Case =>
  between(
    run,
    'the other issues around a creation',
    run.valid,
    ({ posted, gone, added, evidence, isEndSeen: isWhole }) => {
      if (!isAccepted(posted))
        return nothing('other-rule', `The creation got ${told(posted)}.`, ['create.accepted']);
      if (gone === 0) return holds(evidence.answers);
      // A record without a name that mentions its neighbour is another one after a creation.
      if (added > gone) return nothing('unclear', 'Records change when another one is created.');
      if (!isWhole) return nothing('unclear', 'The list ends with a full page, and may be cut there.', LISTS);
      return broken('lost', 'all other issues stay', `${gone} of the other issues are gone`, evidence);
    },
  );

/** A refused payload without a marker leaves nothing new in the list, each time. */
export const unmarked = (run: Run, name: string, payload: Payload): Case =>
  between(run, `the list around the payload ${name}`, payload, ({ posted, added, evidence }) => {
    if (!isRefused(posted)) return nothing('data', `a refusal of the payload ${name}`);
    const isQuoted = run.ledger.creations.some(
      (one) => isRefused(one) && one.isMentioned && one.places.size === 0,
    );
    if (isQuoted) return nothing('unstable', 'Refused creations are quoted in issues.');
    return added > 0
      ? {
          ...broken('stored', 'nothing new in the list', `${added} new after ${told(posted)}`, evidence),
          confirmedLike: 'lost' as const,
        }
      : holds(evidence.answers);
  });
