import type { Report } from '../report/model.ts';
import { selectionFlags } from '../report/notices.ts';
import { shown } from '../report/shown.ts';

/** A setting that the two runs had differently. */
export interface SettingDifference {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const NOT_SET = 'not set';

/** The settings of a run by name. What it says nothing of is left out. */
function settingsOf(report: Report): ReadonlyMap<string, string> {
  const { profile, writes, selection, proxy, uncheckedCertificates, settings = {} } = report.run;
  return new Map([
    ['PROFILE', profile],
    ['WRITES', writes],
    ['rules chosen', (selection && selectionFlags(selection)) || 'all rules'],
    ['proxy', proxy ?? 'none'],
    ['certificates', uncheckedCertificates === true ? 'not checked' : 'checked'],
    ...Object.entries(settings),
  ]);
}

/** Whether the report says all settings of its run: those of versions before 0.2 do not. */
export const saysItsSettings = ({ run }: Report): boolean => run.settings !== undefined;

/**
 * Settings that may explain what changed: those that differ. Where only one of the reports says what its other settings
 * were, nothing is known of these.
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
