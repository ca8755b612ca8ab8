import { isSameTarget } from '../history/kept-file.ts';
import type { Report } from '../report/model.ts';
import { shown } from '../report/text.ts';
import { chosenOf, headlineOf } from '../results/outcome.ts';
import { selectionFlags } from '../results/run.ts';
import { type Changes, isDecided } from './changes.ts';
import { lengths, type Remark } from './view.ts';

const decimal = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });

/** Returns `1,204.5 ms`. */
export const milliseconds = (ms: number): string => `${decimal(ms)} ms`;

/** Returns `12.3 s`. */
const seconds = (ms: number): string => `${decimal(ms / 1000)} s`;

/** Returns `1,200`. */
export const whole = (count: number): string => decimal(count);

/** One fact of both runs, in words. */
interface Fact {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** The difference of two numbers: `+3`. Empty if they are equal or not both known. */
  readonly difference: string;
}

const ABSENT = 'not in the report';

type FactOf = (before: Report, after: Report) => Fact;

const said =
  (label: string, of: (report: Report) => string): FactOf =>
  (before, after) => ({ label, before: of(before), after: of(after), difference: '' });

const measured =
  (label: string, of: (report: Report) => number | undefined, words: (value: number) => string): FactOf =>
  (before, after) => {
    const [was, is] = [of(before), of(after)];
    const text = (value: number | undefined): string => (value === undefined ? ABSENT : words(value));
    const far = was === undefined || is === undefined ? 0 : is - was;
    const isAlike = far === 0 || text(was) === text(is);
    const difference = isAlike ? '' : `${far > 0 ? '+' : '−'}${words(Math.abs(far))}`;
    return { label, before: text(was), after: text(is), difference };
  };

const FACTS: readonly FactOf[] = [
  said('outcome', headlineOf),
  measured('pass', ({ counts }) => counts.pass, whole),
  measured('fail', ({ counts }) => counts.fail, whole),
  measured('undecided', ({ counts }) => counts.inconclusive, whole),
  measured('skip', ({ counts }) => counts.skip, whole),
  measured('observed', ({ counts }) => counts.observed, whole),
  measured('duration', ({ run }) => run.durationMs, seconds),
  measured('requests', ({ run }) => run.requests, whole),
  measured('median response time', ({ run }) => run.latency?.medianMs, milliseconds),
  measured('95th percentile', ({ run }) => run.latency?.p95Ms, milliseconds),
  measured('slowest response', ({ run }) => run.latency?.maxMs, milliseconds),
  said('seed', ({ run }) => String(run.seed)),
];

/** Returns the results and the costs of two runs, side by side. */
export const factsOf = (before: Report, after: Report): readonly Fact[] =>
  FACTS.map((factOf) => factOf(before, after));

/** A setting that differs between the two runs. */
export interface SettingDifference {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const NOT_SET = 'not set';

/** Returns the settings of a run by name, as far as the report has them. */
function settingsOf(report: Report): ReadonlyMap<string, string> {
  const { profile, writes, selection, proxy, uncheckedCertificates, settings = {} } = report.run;
  return new Map([
    ['PROFILE', profile],
    ['WRITES', writes],
    ['selected rules', (selection && selectionFlags(selection)) || 'all rules'],
    ['proxy', proxy ?? 'none'],
    ['certificates', uncheckedCertificates === true ? 'not checked' : 'checked'],
    ...Object.entries(settings),
  ]);
}

/** True if the report has all settings of its run; reports of versions before 0.2 do not. */
const saysItsSettings = ({ run }: Report): boolean => run.settings !== undefined;

/**
 * Returns the settings that differ, which may explain changes. If one report lacks its settings, those are
 * not compared.
 */
export function settingDifferences(before: Report, after: Report): readonly SettingDifference[] {
  const was = settingsOf(before);
  const is = settingsOf(after);
  const both = saysItsSettings(before) && saysItsSettings(after);
  const names = new Set([...was.keys(), ...is.keys()]);
  return [...names].flatMap((name) => {
    if (was.get(name) === is.get(name)) return [];
    if (!both && !(was.has(name) && is.has(name))) return [];
    const valueOf = (settings: typeof was): string => shown(settings.get(name) ?? NOT_SET);
    return [{ name: shown(name), before: valueOf(was), after: valueOf(is) }];
  });
}

const remark = (text: string, quoted = '', about = ''): Remark => ({
  about,
  text,
  quoted: shown(quoted, lengths.prose),
});

function endOf(run: string, { problem, run: { interrupted } }: Report, about = ''): readonly Remark[] {
  if (problem !== undefined) return [remark(about === '' ? `${run} had a problem:` : '', problem, about)];
  return interrupted === true ? [remark(`${run} was interrupted before its end.`, '', about)] : [];
}

/** Returns remarks that a reader needs about the run of one report among several. */
export function remarksOn(report: Report, about: string): readonly Remark[] {
  const { selection } = report.run;
  const chosen = `${chosenOf(report) ?? 'A part of the rules'} took part:`;
  return [
    ...(selection === null ? [] : [remark(chosen, selectionFlags(selection), about)]),
    ...endOf('The run', report, about),
  ];
}

const isSameRun = ({ run: a }: Report, { run: b }: Report): boolean =>
  a.id === b.id && a.startedAt === b.startedAt;

/** Returns remarks that may explain or weaken the changes, the most important first. */
export function remarksOf(changes: Changes): readonly Remark[] {
  const { before, after } = changes;
  const when = (applies: boolean, ...words: readonly [string, string?]): readonly Remark[] =>
    applies ? [remark(...words)] : [];
  const shared = Object.values(changes.rules).flat();
  return [
    ...when(
      isSameRun(before, after),
      'Both reports are of one and the same run, which is never worse than itself: give the report of an earlier run first.',
    ),
    ...when(
      !isSameTarget(before.target, after.target),
      'The reports are on different targets, so these are differences between the two and not changes of one.',
    ),
    ...when(
      Date.parse(before.run.startedAt) > Date.parse(after.run.startedAt),
      'The report that was given first, as the older one, is of a later run than the other. If that was not meant, give them the other way round: what is fixed here is broken there.',
    ),
    ...endOf('The older run', before),
    ...endOf('The newer run', after),
    ...when(
      shared.length > 0 && !shared.some((pair) => isDecided(pair.before)),
      'The older report decided none of the rules that both have, so only what fails now can be told from it.',
    ),
    ...when(
      settingDifferences(before, after).length > 0,
      'The two runs had different settings, which may explain what changed.',
    ),
    ...when(
      saysItsSettings(before) !== saysItsSettings(after),
      `The ${saysItsSettings(before) ? 'newer' : 'older'} report does not say all its settings, so it is not known whether they differ.`,
    ),
    ...when(
      before.tool.version !== after.tool.version,
      'The reports were made by different versions of this program, which may try a rule in another way:',
      `${before.tool.version} and ${after.tool.version}`,
    ),
  ];
}
