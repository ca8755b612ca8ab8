import { isSameTarget } from '../history/kept-file.ts';
import type { Report } from '../report/model.ts';
import { selectionFlags } from '../results/notices.ts';
import { isDecided } from '../results/standing.ts';
import type { Changes } from './changes.ts';

/** A setting that differs between two runs. */
export interface SettingDifference {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Returns the settings of a run by name, as far as the report has them. */
function settingsOf({ run }: Report): ReadonlyMap<string, string> {
  const { profile, writes, selection, proxy, uncheckedCertificates, settings = {} } = run;
  return new Map([
    ['PROFILE', profile],
    ['WRITES', writes],
    ['selected rules', (selection && selectionFlags(selection)) || 'all rules'],
    ['proxy', proxy ?? 'none'],
    ['certificates', uncheckedCertificates === true ? 'not checked' : 'checked'],
    ...Object.entries(settings),
  ]);
}

/** Returns the settings that differ, which may explain changes. */
export function settingDifferences(before: Report, after: Report): readonly SettingDifference[] {
  const [was, is] = [settingsOf(before), settingsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) =>
    was.get(name) === is.get(name)
      ? []
      : [{ name, before: was.get(name) ?? 'not set', after: is.get(name) ?? 'not set' }],
  );
}

/** A remark in our words, and what it quotes of a report. */
export interface Remark {
  readonly text: string;
  /** Empty if nothing is quoted. */
  readonly quoted: string;
}

const remark = (when: boolean, text: string, quoted = ''): Remark[] => (when ? [{ text, quoted }] : []);

function endOf(which: string, { problem, run: { interrupted } }: Report): Remark[] {
  if (problem !== undefined) return remark(true, `The ${which} run had a problem:`, problem);
  return remark(interrupted === true, `The ${which} run was interrupted before its end.`);
}

/** Returns remarks that may explain or weaken the changes, the most important first. */
export function remarksOn({ before, after, rules, judged }: Changes): readonly Remark[] {
  const shared = Object.values(rules).flat();
  return [
    ...remark(
      before.run.id === after.run.id && before.run.startedAt === after.run.startedAt,
      'Both reports are of the same run. Give the report of an earlier run first.',
    ),
    ...remark(
      !isSameTarget(before.target, after.target),
      'The reports are on different targets, so these are differences between the two and not changes of one.',
    ),
    ...remark(
      Date.parse(before.run.startedAt) > Date.parse(after.run.startedAt),
      'The first report is of a later run than the second. Give them the other way round if that was not meant.',
    ),
    ...endOf('older', before),
    ...endOf('newer', after),
    ...remark(
      judged > 0 && !shared.some(({ last }) => last !== null && isDecided(last.rule)),
      'The older report decided none of the rules that both have, so only failures can be reported.',
    ),
    ...remark(
      before.tool.version !== after.tool.version,
      'Different versions of this program made the reports, and may test a rule differently:',
      `${before.tool.version} and ${after.tool.version}`,
    ),
  ];
}
