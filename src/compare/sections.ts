import { type CardLine, cardLines } from '../report/card.ts';
import { countOf } from '../report/count-of.ts';
import type { RuleReport } from '../report/model.ts';
import { isWorse, type RulePair } from './change-kind.ts';
import type { Changes } from './changes.ts';
import type { Observed } from './observation-change.ts';
import { shown } from './shown.ts';
import { type VerdictWords, verdictWords } from './verdict-words.ts';

/** A line of an entry; its text may be the target's. */
export interface EntryLine {
  readonly label: string;
  readonly text: string;
}

/** One rule of a section, or several that have all in common. */
export interface Entry {
  readonly ids: readonly string[];
  /** `pass → fail`; empty where the section says it all. */
  readonly change: string;
  readonly worse: boolean;
  /** Empty where it needs not be read here. */
  readonly statement: string;
  readonly lines: readonly EntryLine[];
}

/** A group of changes as it is shown. */
export interface Section {
  /** A name for links. */
  readonly key: string;
  readonly title: string;
  readonly count: string;
  readonly sign: string;
  readonly tone: VerdictWords['tone'];
  /** What one should know of the group; empty where its title says it. */
  readonly note: string;
  readonly entries: readonly Entry[];
}

const NAME = 200;
const REASON = 600;
const TELLING: readonly CardLine['part'][] = ['expected', 'actual', 'counterexample'];

function changeOf({ before, after }: RulePair): string {
  const [was, is] = [verdictWords(before).word, verdictWords(after).word];
  return was === is ? is : `${was} → ${is}`;
}

const statementOf = ({ statement }: RuleReport): string => shown(statement, REASON);
const reasonOf = ({ reason }: RuleReport): string => shown(reason ?? 'No reason was given.', REASON);

function failureLines(rule: RuleReport, parts = TELLING): readonly EntryLine[] {
  return cardLines(rule)
    .filter(({ part }) => parts.includes(part))
    .map(({ label, text }) => ({ label, text }));
}

/** Rules for which one sentence is true, together, in their order. */
function together(
  pairs: readonly RulePair[],
  label: string,
  sentenceOf: (pair: RulePair) => string,
): readonly Entry[] {
  const entries = new Map<string, Entry & { readonly ids: string[] }>();
  for (const pair of pairs) {
    const change = changeOf(pair);
    const text = sentenceOf(pair);
    const id = shown(pair.after.id, NAME);
    const key = JSON.stringify([change, text]);
    const entry = entries.get(key);
    if (entry !== undefined) entry.ids.push(id);
    else
      entries.set(key, { ids: [id], change, worse: isWorse(pair), statement: '', lines: [{ label, text }] });
  }
  return [...entries.values()];
}

const worstFirst = (pairs: readonly RulePair[]): readonly RulePair[] => [
  ...pairs.filter(isWorse),
  ...pairs.filter((pair) => !isWorse(pair)),
];

const single = (pair: RulePair, part: Partial<Entry>): Entry => ({
  ids: [shown(pair.after.id, NAME)],
  change: changeOf(pair),
  worse: isWorse(pair),
  statement: '',
  lines: [],
  ...part,
});

const seenAs = (observed: Observed): string =>
  observed.seen ? shown(observed.value) : `not observed: ${shown(observed.reason)}`;

function alone(title: string, key: string, note: string, rules: readonly RuleReport[]): Section {
  const judged = rules.filter(({ level }) => level !== 'observed');
  const observed = rules.filter(({ level }) => level === 'observed');
  const named = (label: string, members: readonly RuleReport[]): readonly Entry[] =>
    members.length === 0
      ? []
      : [
          {
            ids: members.map(({ id }) => shown(id, NAME)),
            change: label,
            worse: false,
            statement: '',
            lines: [],
          },
        ];
  return {
    key,
    title,
    count: countOf(rules.length, 'rule'),
    sign: '∅',
    tone: 'quiet',
    note,
    entries: [
      ...['pass', 'fail', 'inconclusive', 'skip', 'observed'].flatMap((verdict) =>
        named(
          verdict,
          judged.filter((rule) => rule.verdict === verdict),
        ),
      ),
      ...named('only observed', observed),
    ],
  };
}

/** The groups of a comparison in the order in which they are read: what got worse first. Empty groups are left out. */
export function sectionsOf(changes: Changes): readonly Section[] {
  const { rules, observations, onlyBefore, onlyAfter, judgedInOne } = changes;
  const lostNotWorse = rules.newlyUndecided.some((pair) => !isWorse(pair));
  const all: readonly Section[] = [
    {
      key: 'newly-failing',
      title: 'Newly failing',
      count: countOf(rules.newlyFailing.length, 'rule'),
      sign: '✗',
      tone: 'bad',
      note: '',
      entries: rules.newlyFailing.map((pair) =>
        single(pair, { statement: statementOf(pair.after), lines: failureLines(pair.after) }),
      ),
    },
    {
      key: 'newly-undecided',
      title: 'Newly undecided',
      count: countOf(rules.newlyUndecided.length, 'rule'),
      sign: '?',
      tone: 'open',
      note: lostNotWorse
        ? 'A rule that passed before and is not decided now is worse; one that failed before is not, and is not mended either.'
        : '',
      entries: together(worstFirst(rules.newlyUndecided), 'why', ({ after }) => reasonOf(after)),
    },
    {
      key: 'still-failing',
      title: 'Still failing',
      count: countOf(rules.stillFailing.length, 'rule'),
      sign: '✗',
      tone: 'bad',
      note: '',
      entries: rules.stillFailing.map((pair) =>
        single(pair, {
          change: pair.after.known === true ? 'known' : '',
          lines: failureLines(pair.after, ['actual']),
        }),
      ),
    },
    {
      key: 'mended',
      title: 'Mended',
      count: countOf(rules.mended.length, 'rule'),
      sign: '✓',
      tone: 'good',
      note:
        rules.mended.length > 0 && changes.before.run.seed !== changes.after.run.seed
          ? 'The two runs tried different generated values. To send the recorded requests of the older report again: issue-conformance replay.'
          : '',
      entries: rules.mended.map((pair) => single(pair, { statement: statementOf(pair.after) })),
    },
    {
      key: 'decided-now',
      title: 'Decided now, and passing',
      count: countOf(rules.decidedNow.length, 'rule'),
      sign: '✓',
      tone: 'good',
      note: '',
      entries: together(rules.decidedNow, 'before', ({ before }) => reasonOf(before)),
    },
    {
      key: 'still-undecided',
      title: 'Still undecided',
      count: countOf(rules.stillUndecided.length, 'rule'),
      sign: '?',
      tone: 'open',
      note: '',
      entries: together(rules.stillUndecided, 'why', ({ after }) => reasonOf(after)),
    },
    {
      key: 'observed-to-change',
      title: 'Observed to change',
      count: countOf(observations.length, 'answer'),
      sign: '·',
      tone: 'quiet',
      note: 'The document leaves these open; they are never judged.',
      entries: observations.map((change) =>
        single(change, {
          change: '',
          worse: false,
          lines: [
            { label: 'before', text: seenAs(change.was) },
            { label: 'now', text: seenAs(change.is) },
          ],
        }),
      ),
    },
    {
      key: 'judged-in-one',
      title: 'Judged in one of the reports only',
      count: countOf(judgedInOne.length, 'rule'),
      sign: '∅',
      tone: 'quiet',
      note: 'Another version of the catalogue judges them in another way, so they were not compared.',
      entries: judgedInOne.map((pair) => single(pair, { worse: false })),
    },
    alone(
      'Only in the older report',
      'only-older',
      'The newer run left them out, so they were not compared.',
      onlyBefore,
    ),
    alone(
      'Only in the newer report',
      'only-newer',
      'The older run left them out, so they were not compared.',
      onlyAfter,
    ),
  ];
  return all.filter(({ entries }) => entries.length > 0);
}
