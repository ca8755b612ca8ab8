import { broken } from '../../src/checks/broken.ts';
import { census, isEndSeen } from '../../src/created/census.ts';
import { isAccepted, isRefused } from '../../src/created/ledger.ts';
import {
  type Answer,
  type Answers,
  isCreation,
  type Payload,
  type Question,
  told,
} from '../../src/model/ask.ts';
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

/** The number of records that a creation took away, and of those that it added. */
interface Changes {
  readonly gone: number;
  readonly added: number;
}

/** A creation between two censuses. */
interface Between extends Changes {
  readonly posted: Answer;
  readonly evidence: { readonly answers: Answers };
  readonly isEndSeen: boolean;
}

/** Returns the keys of all records in some answers. */
export const keysIn = (answers: Answers, run: Run): Set<string> =>
  new Set(answers.flatMap((answer) => run.keys(answer) ?? []));

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...some].filter((key) => !others.has(key)).length;

/** Returns what a creation among some answers changed. */
function changesIn(answers: Answers, run: Run): Changes {
  const at = answers.findIndex((answer) => isCreation(answer.ask));
  const [before, after] = [keysIn(answers.slice(0, at), run), keysIn(answers.slice(at + 1), run)];
  return { gone: without(before, after), added: without(after, before) };
}

/** Judges what a creation changed, unless issues come and go while nothing is created (four more censuses). */
function changed({ own, once }: Attempt, judge: (between: Between) => Finding, run: Run): Finding {
  const at = own.findIndex((answer) => isCreation(answer.ask));
  const posted = own[at];
  if (run.identity === null || posted === undefined)
    return nothing('data', 'issues that can be told apart', ['list.records']);
  const { valid, ...others } = once;
  const pauses = Object.values(others).map((answers) => keysIn(answers, run));
  const isMoving = pauses.some((keys, index) => {
    const next = pauses[index + 1] ?? keys;
    return without(keys, next) + without(next, keys) > 0;
  });
  if (isMoving) return nothing('unstable', 'Issues come and go while nothing is created.');
  const byValid = valid === undefined ? null : changesIn(valid, run);
  if (byValid !== null && (byValid.added > 1 || byValid.gone > 0))
    return nothing('unstable', 'Other issues come and go with each creation.');
  return judge({
    ...changesIn(own, run),
    posted,
    evidence: { answers: [...own.slice(at + 1), posted] },
    isEndSeen: isEndSeen(own),
  });
}

const surrounded =
  (run: Run, payload: Payload): Question =>
  async (send) => [
    ...(await census(run)(send)),
    await send(run.post(run.first, payload)),
    ...(await census(run)(send)),
  ];

/** Asks, and waits until a creation is listed everywhere. */
const untilListed =
  (run: Run, question: Question): Question =>
  async (send) => {
    const answers = await question(send);
    await run.untilListed();
    return answers;
  };

const between = (run: Run, name: string, payload: Payload, judge: (between: Between) => Finding): Case => ({
  name,
  own: surrounded(run, payload),
  twins: {},
  once: {
    first: census(run),
    second: census(run),
    third: census(run),
    fourth: census(run),
    // Some other program may write whenever somebody creates an issue.
    ...(payload === run.valid ? {} : { valid: untilListed(run, surrounded(run, run.valid)) }),
  },
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
