import { broken, certain } from '../checks/broken.ts';
import {
  type Answer,
  type Answers,
  ask,
  isCreation,
  type Payload,
  type Question,
  told,
} from '../model/ask.ts';
import { type Finding, holds, nothing } from '../model/finding.ts';
import type { RuleId } from '../model/rule-ids.ts';
import { isAccepted, isRefused } from '../run/ledger.ts';
import type { Attempt, Case } from '../run/rule.ts';
import type { Run } from '../run/run.ts';
import { census, isEndSeen, WALKED_PAGES } from './census.ts';

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

/** Creations between two censuses. */
interface Between extends Changes {
  readonly posted: Answers;
  readonly evidence: { readonly answers: Answers };
  readonly isEndSeen: boolean;
}

/** Returns the creations among some answers. */
export const creationsOf = (answers: Answers): Answers => answers.filter((answer) => isCreation(answer.ask));

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...some].filter((key) => !others.has(key)).length;

/** Returns what the creations among some answers changed. */
function changesIn(answers: Answers, run: Run): Changes {
  const at = answers.findIndex((answer) => isCreation(answer.ask));
  const created = creationsOf(answers).length;
  const [earlier, after] = [answers.slice(0, at), run.keysIn(answers.slice(at))];
  // In a longer list than a census walks, new issues move as many others out of the walked part.
  const stays = (answer: Answer): readonly string[] =>
    (run.keys(answer) ?? []).slice(
      0,
      answer.ask.query['page'] === String(WALKED_PAGES) ? -created : undefined,
    );
  return {
    gone: without(new Set(earlier.flatMap(stays)), after),
    added: without(after, run.keysIn(earlier)),
  };
}

/** Judges what creations changed, unless issues come and go while nothing is created (four more censuses). */
function changed({ own, once }: Attempt, judge: (between: Between) => Finding, run: Run): Finding {
  const posted = creationsOf(own);
  const isUnread = own.some((answer) => answer.list !== null && run.keys(answer) === null);
  if (run.identity === null || isUnread)
    return nothing('data', 'issues that can be told apart', ['list.records']);
  const { valid, ...others } = once;
  const pauses = Object.values(others).map((answers) => run.keysIn(answers));
  const isMoving = pauses.some((keys, index) => {
    const next = pauses[index + 1] ?? keys;
    return without(keys, next) + without(next, keys) > 0;
  });
  if (isMoving) return nothing('unstable', 'Issues come and go while nothing is created.');
  // The last pages of a long list move with each creation.
  const isWalked = ({ ask: { query } }: Answer): boolean => Number(query['page'] ?? 1) <= WALKED_PAGES;
  const byValid = valid === undefined ? null : changesIn(valid.filter(isWalked), run);
  if (byValid !== null && (byValid.added > 1 || byValid.gone > 0))
    return nothing('unstable', 'Other issues come and go with each creation.');
  return judge({
    ...changesIn(own, run),
    posted,
    evidence: { answers: [...own.filter((answer) => !isCreation(answer.ask)), ...posted] },
    isEndSeen: isEndSeen(own),
  });
}

/** Asks for everything around creations, and once more later on if something is gone: a copy may lag behind. */
const surrounded =
  (run: Run, ...payloads: readonly Payload[]): Question =>
  async (send) => {
    const before = await census(run)(send);
    const posted = await ask(...payloads.map((payload) => run.post(run.first, payload)))(send);
    const all = [...before, ...posted, ...(await census(run)(send))];
    if (changesIn(all, run).gone === 0) return all;
    await run.untilListed();
    return [...before, ...posted, ...(await census(run)((one) => run.send(one)))];
  };

/** Asks, and waits until a creation is listed everywhere. */
const untilListed =
  (run: Run, question: Question): Question =>
  async (send) => {
    const answers = await question(send);
    await run.untilListed();
    return answers;
  };

/** Asks for everything after some other listings, so that machines by turns do not keep step. */
const later =
  (run: Run, others: number): Question =>
  async (send) => {
    await ask(...Array.from({ length: others }, () => run.list(run.first)))(send);
    return census(run)(send);
  };

const between = (
  run: Run,
  name: string,
  payloads: readonly Payload[],
  judge: (between: Between) => Finding,
): Case => ({
  name,
  own: surrounded(run, ...payloads),
  twins: {},
  once: {
    first: census(run),
    second: census(run),
    third: later(run, 1),
    fourth: later(run, 2),
    // Some other program may write whenever somebody creates an issue.
    ...(payloads.includes(run.valid) ? {} : { valid: untilListed(run, surrounded(run, run.valid)) }),
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
    [run.valid],
    ({ posted, gone, added, evidence, isEndSeen: isWhole }) => {
      if (!posted.every(isAccepted))
        return nothing('other-rule', `The creation got ${posted.map(told).join()}.`, ['create.accepted']);
      if (gone === 0) return holds(evidence.answers);
      // A record without a name that mentions its neighbour is another one after a creation.
      if (added > gone) return nothing('unclear', 'Records change when another one is created.');
      if (!isWhole) return nothing('unclear', 'The list ends with a full page, and may be cut there.', LISTS);
      return broken('lost', 'all other issues stay', `${gone} of the other issues are gone`, evidence);
    },
  );

/** Payloads that have no room for a marker. */
const UNMARKED: readonly Payload[] = [() => ({}), () => null];

/** Refused payloads without a marker leave nothing new in the list, each time. */
export const unmarked = (run: Run): Case =>
  between(run, 'the list around the payloads {} and null', UNMARKED, ({ posted, added, evidence }) => {
    if (!posted.every(isRefused)) return nothing('data', 'a refusal of the payloads {} and null');
    const isQuoted = run.ledger.creations.some(
      (one) => isRefused(one) && one.isMentioned && one.places.size === 0,
    );
    if (isQuoted) return nothing('unstable', 'Refused creations are quoted in issues.');
    return added > 0
      ? certain(
          broken(
            'stored',
            'nothing new in the list',
            `${added} new after ${posted.map(told).join(' and ')}`,
            evidence,
          ),
        )
      : holds(evidence.answers);
  });
