import { sanitise } from '../model/text.ts';
import { camel } from '../settings/names.ts';
import { parseSettings } from '../settings/parse.ts';
import { misspeltIn } from '../settings/sources.ts';
import { didYouMean } from '../settings/spelling.ts';
import { SETTINGS, settingNames } from '../settings/table.ts';
import { InvalidOptions, type OptionProblem, type RunOptions } from './options.ts';

const OPTIONS = new Map<string, string | null>([
  ...settingNames.map((name) => [camel(name), name] as const),
  ...['fetch', 'signal', 'env'].map((name) => [name, null] as const),
]);

/** Returns a value in the form of a setting. */
function written(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n');
}

/**
 * Converts options into settings, whose texts are parsed as those of the environment are.
 * @returns the settings, and the report folder, or `null` if no reports are written
 * @throws {InvalidOptions} with every problem of the options
 */
export function settingsOfOptions(options: RunOptions) {
  const { env = {}, fetch } = options;
  const problems: OptionProblem[] = [];
  const complain = (option: string, allowed: string): void => {
    problems.push({ option, given: null, allowed });
  };
  const raw: Record<string, string | undefined> = { ...env };
  for (const [option, value] of Object.entries<unknown>({ ...options })) {
    const setting = OPTIONS.get(option);
    if (setting === undefined)
      complain(sanitise(option), `no such option${didYouMean(option, [...OPTIONS.keys()], 1)}`);
    else if (setting !== null && (value ?? null) !== null) raw[setting] = written(value);
  }
  if (fetch === undefined && raw['BASE_URL'] === undefined)
    complain('baseUrl', 'the address of the service, required without fetch');
  // The rest is checked too, so that all problems are reported at once.
  const parsed = parseSettings(
    { ...raw, BASE_URL: raw['BASE_URL'] ?? 'http://localhost' },
    { misspelt: misspeltIn(Object.keys(env), 'env').filter(({ isCommon }) => !isCommon) },
  );
  for (const { setting, given, allowed } of parsed.ok ? [] : parsed.problems)
    problems.push({ option: setting in SETTINGS ? camel(setting) : setting, given, allowed });
  if (!parsed.ok || problems.length > 0) throw new InvalidOptions(problems);
  const reportDir = raw['REPORT_DIR']?.trim() ?? '';
  return { settings: parsed.settings, reportDir: reportDir === '' ? null : reportDir };
}
