import { isGating } from '../model/words.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { countOf, minuteOf, shown } from '../report/text.ts';
import { pinReason } from '../results/baseline.ts';
import { outcomeWords } from '../results/outcome.ts';
import { type Tone, toneNames, toneOf, tones } from '../results/tones.ts';
import { type Changes, isWorse, type ObservationChange, type Observed, type RulePair } from './changes.ts';
import { targetName } from './columns.ts';
import { factsOf, remarksOf, settingDifferences } from './runs.ts';
import {
  countOfRules,
  type Entry,
  entryOf,
  failureDetails,
  grouped,
  idOf,
  lengths,
  reasonOf,
  seenLine,
  statementOf,
  type View,
  type ViewPart,
  viewPart,
} from './view.ts';

const ID = 40;
/** Up to this many new failures are shown unfolded. */
const FAILURES_UNFOLDED = 3;

const isAre = (count: number): string => (count === 1 ? 'is' : 'are');

function whatIsWorse({ rules, after, outcomeFell }: Changes): string {
  const failing = rules.newlyFailing.length;
  const lost = rules.newlyUndecided.filter(isWorse).length;
  const parts = [
    ...(outcomeFell ? [`the outcome is ${outcomeWords[after.outcome].title.toLowerCase()} now`] : []),
    ...(failing > 0 ? [`${countOf(failing, 'rule')} ${isAre(failing)} newly failing`] : []),
    ...(lost > 0 ? [`${countOf(lost, 'rule')} passed before and ${isAre(lost)} undecided now`] : []),
  ].join(', and ');
  return `${parts.charAt(0).toUpperCase()}${parts.slice(1)}.`;
}

function whatIsLeft({ rules, onlyBefore, onlyAfter, judgedInOne }: Changes): string {
  const some = (count: number, has: string, have: string): readonly string[] =>
    count === 0 ? [] : [`${countOf(count, 'rule')} ${count === 1 ? has : have}`];
  const alone = [...onlyBefore, ...onlyAfter].filter(isGating).length;
  return [
    ...some(rules.stillFailing.length, 'still fails', 'still fail'),
    ...some(rules.stillUndecided.length, 'is still undecided', 'are still undecided'),
    ...some(alone + judgedInOne.length, 'was not compared', 'were not compared'),
    ...some(rules.stillPassing.length, 'unchanged', 'unchanged'),
  ].join(', ');
}

/** Returns the conclusion. It never claims that all is well, or that everything was compared. */
function conclusionOf(changes: Changes): Pick<View, 'tone' | 'title' | 'sentences'> {
  const { worse, judged, incomparable } = changes;
  if (incomparable !== null)
    return { tone: 'inconclusive', title: 'Not comparable', sentences: [incomparable] };
  const held =
    judged === 1
      ? 'The one rule that both reports judge did not get worse.'
      : `None of the ${countOf(judged, 'rule')} that both reports judge got worse.`;
  const left = whatIsLeft(changes);
  return {
    tone: worse ? 'fail' : 'pass',
    title: worse ? 'Got worse' : 'Not worse',
    sentences: [worse ? whatIsWorse(changes) : held, ...(left === '' ? [] : [`${left}.`])],
  };
}

function changeOf({ before, after }: RulePair): string {
  const [was, is] = [toneOf(before), toneOf(after)];
  return was === is ? '' : `${tones[was].word} → ${tones[is].word}`;
}

function pairEntry(pair: RulePair, part: Partial<Entry> = {}): Entry {
  const { after } = pair;
  const said = { about: [idOf(after)], tone: toneOf(after), change: changeOf(pair), worse: isWorse(pair) };
  return entryOf({ ...said, statement: statementOf(after), ...part });
}

/** Returns entries of rules that share a sentence; rules that got worse come first. */
function sharedEntries(pairs: readonly RulePair[], seenIn: (pair: RulePair) => string): readonly Entry[] {
  const worstFirst = [...pairs.filter(isWorse), ...pairs.filter((pair) => !isWorse(pair))];
  return grouped(worstFirst, (pair) => [changeOf(pair), toneOf(pair.after), seenIn(pair)]).map((members) =>
    pairEntry(members[0], {
      about: members.map(({ after }) => idOf(after)),
      seen: seenIn(members[0]),
      statement: '',
    }),
  );
}

const observedWords = (observed: Observed): string =>
  observed.seen
    ? shown(observed.value) || '(empty)'
    : `not observed: ${shown(observed.reason, lengths.prose)}`;

function observationEntry({ after, was, is }: ObservationChange): Entry {
  const { pin } = after;
  const details = [
    { label: 'before', text: observedWords(was) },
    { label: 'now', text: observedWords(is) },
    ...(pin === undefined ? [] : [{ label: 'pinned', text: `${shown(pin.value)}: ${pinReason(pin)}` }]),
  ];
  const line = details.map(({ label, text }) => `${label}: ${text}`).join('; ');
  const said: Partial<Entry> = line.length <= lengths.line ? { seen: line } : { details, folded: 'nowhere' };
  return entryOf({ about: [idOf(after)], tone: 'observed', ...said });
}

/** Returns entries of the rules that only one report has, by result. */
const aloneEntries = (rules: readonly RuleReport[]): readonly Entry[] =>
  toneNames.flatMap((tone) => {
    const about = rules.filter((rule) => toneOf(rule) === tone).map(idOf);
    return about.length === 0 ? [] : [entryOf({ about, tone, change: tones[tone].word })];
  });

const SEEDS_DIFFER =
  'The two runs tried different generated values. issue-conformance replay sends the recorded requests of the older report again.';
const LOST =
  'A rule that passed before and is undecided now is worse; one that failed before is neither worse nor fixed.';

/** Returns the part for one kind of change; nothing if there are no changes. */
function kindOf(
  title: string,
  tone: Tone,
  members: readonly RuleReport[],
  entries: readonly Entry[],
  note = '',
): readonly ViewPart[] {
  const key = title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  const blocks = entries.length === 0 ? [] : [{ kind: 'entries', title: '', entries } as const];
  return viewPart(key, `${title}: ${countOfRules(members)}`, tone, blocks, note);
}

const nowOf = (pairs: readonly RulePair[]): readonly RuleReport[] => pairs.map(({ after }) => after);

function judgedParts({ before, after, rules }: Changes): readonly ViewPart[] {
  const { newlyFailing, newlyUndecided, stillFailing, noLongerFailing, decidedNow, stillUndecided } = rules;
  const failures = (pairs: readonly RulePair[], folded: Entry['folded']) =>
    pairs.map((pair) =>
      pairEntry(pair, { seen: seenLine(pair.after), details: failureDetails(pair.after), folded }),
    );
  const reasons = (pairs: readonly RulePair[]) => sharedEntries(pairs, (pair) => reasonOf(pair.after));
  const newly = failures(newlyFailing, newlyFailing.length <= FAILURES_UNFOLDED ? 'nowhere' : 'in a page');
  const fixed = noLongerFailing.map((pair) => pairEntry(pair));
  const decided = sharedEntries(decidedNow, (pair) => `before: ${reasonOf(pair.before)}`);
  const lost = newlyUndecided.every(isWorse) ? '' : LOST;
  const seeds = before.run.seed === after.run.seed ? '' : SEEDS_DIFFER;
  return [
    kindOf('Newly failing', 'fail', nowOf(newlyFailing), newly),
    kindOf('Newly undecided', 'inconclusive', nowOf(newlyUndecided), reasons(newlyUndecided), lost),
    kindOf('Still failing', 'fail', nowOf(stillFailing), failures(stillFailing, 'left out of texts')),
    kindOf('No longer failing', 'pass', nowOf(noLongerFailing), fixed, seeds),
    kindOf('Decided now, and passing', 'pass', nowOf(decidedNow), decided),
    kindOf('Still undecided', 'inconclusive', nowOf(stillUndecided), reasons(stillUndecided)),
  ].flat();
}

function otherParts({ observations, judgedInOne, onlyBefore, onlyAfter }: Changes): readonly ViewPart[] {
  const absent = { tone: 'absent', worse: false, statement: '' } as const;
  const inOne = judgedInOne.map((pair) => pairEntry(pair, absent));
  const leftOut = (run: string): string => `Not compared: the ${run} run left them out.`;
  return [
    kindOf(
      'Changed',
      'observed',
      nowOf(observations),
      observations.map(observationEntry),
      'The specification leaves these open, so neither answer is better.',
    ),
    kindOf(
      'Judged in one report only',
      'absent',
      nowOf(judgedInOne),
      inOne,
      'Not compared: the reports are of different versions of the catalogue.',
    ),
    kindOf('Only in the older report', 'absent', onlyBefore, aloneEntries(onlyBefore), leftOut('newer')),
    kindOf('Only in the newer report', 'absent', onlyAfter, aloneEntries(onlyAfter), leftOut('older')),
  ].flat();
}

/** Returns the table of the two runs. */
function runsPart({ before, after }: Changes): readonly ViewPart[] {
  const row = (label: string, report: Report) => [
    { text: label },
    { text: minuteOf(report.run.startedAt) },
    { text: shown(report.run.id, ID), quoted: true },
    { text: targetName(report), quoted: true },
  ];
  const rows = [row('older', before), row('newer', after)];
  const heads = ['', 'begun (UTC)', 'run', 'target'];
  return viewPart('runs', 'The two runs', 'observed', [
    { kind: 'table', caption: 'Which runs', heads, rows },
  ]);
}

/** Returns the tables of differing settings and of results. */
function tableParts({ before, after }: Changes): readonly ViewPart[] {
  const heads = ['', 'older', 'newer'];
  const settings = settingDifferences(before, after).map((each) =>
    [each.name, each.before, each.after].map((text) => ({ text, quoted: true })),
  );
  const facts = factsOf(before, after).map((fact) =>
    [fact.label, fact.before, fact.after, fact.difference].map((text) => ({ text })),
  );
  return [
    ...viewPart(
      'settings',
      'Settings that differ',
      'observed',
      settings.length === 0 ? [] : [{ kind: 'table', caption: 'Settings', heads, rows: settings }],
    ),
    ...viewPart('facts', 'What came of the runs', 'observed', [
      { kind: 'table', caption: 'What came of each run', heads: [...heads, 'change'], rows: facts },
    ]),
  ];
}

/** Returns the view of the changes between two reports; what got worse comes first. Pure. */
export function changesView(changes: Changes): View {
  const judged = judgedParts(changes);
  return {
    kind: 'two reports compared',
    ...conclusionOf(changes),
    remarks: remarksOf(changes),
    parts: [...runsPart(changes), ...judged, ...otherParts(changes), ...tableParts(changes)],
    worst: judged
      .flatMap(({ blocks }) => blocks)
      .flatMap((block) => (block.kind === 'entries' ? block.entries : []))
      .filter(({ worse }) => worse),
  };
}
