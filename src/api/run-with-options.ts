import { rules } from '../../suites/index.ts';
import { fetchTransport } from '../client/fetch-transport.ts';
import { messageOf } from '../client/thrown.ts';
import { sanitise } from '../model/text.ts';
import { UsageError } from '../report-folder/files.ts';
import { prepareFolders, writeReport } from '../runner/deliver.ts';
import { baselineOf } from '../runner/plan.ts';
import { beginNow } from '../runner/report-run.ts';
import { runAndReport } from '../runner/run-and-report.ts';
import { runRules } from '../runner/run-rules.ts';
import { replayOf } from '../settings/invocation.ts';
import { camel } from '../settings/names.ts';
import { parseSettings } from '../settings/parse.ts';
import { didYouMean, misspeltIn } from '../settings/spelling.ts';
import { SETTINGS, settingNames } from '../settings/table.ts';
import { InvalidOptions, type OptionProblem, ReportNotWritten, type RunOptions } from './options.ts';

const OPTIONS = new Map<string, string | null>([
  ...settingNames.map((name) => [camel(name), name] as const),
  ...['fetch', 'signal', 'env'].map((name) => [name, null] as const),
]);

/** Returns a text with options in place of the settings, and their flags, that it names. */
const inOptions = (text: string): string =>
  text.replaceAll(/\b([A-Z]+(?:_[A-Z]+)*)\b(?: \(--[a-z-]+\))?/g, (whole, name: string) =>
    name in SETTINGS ? camel(name) : whole,
  );

function written(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n');
}

/** Converts options into settings; `reportDir` is `null` if no reports are written. @throws {InvalidOptions} with all problems */
export function settingsOfOptions(options: RunOptions) {
  const { env = {}, fetch, signal } = options;
  const problems: OptionProblem[] = [];
  const complain = (option: string, allowed: string): void => {
    problems.push({ option, given: null, allowed });
  };
  const raw: Record<string, string | undefined> = { ...env };
  for (const [option, value] of Object.entries<unknown>({ ...options })) {
    const setting = OPTIONS.get(option);
    if (setting === undefined)
      complain(sanitise(option), `no such option${didYouMean(option, [...OPTIONS.keys()])}`);
    else if (setting !== null && (value ?? null) !== null) raw[setting] = written(value);
  }
  if (fetch === undefined && raw['BASE_URL'] === undefined)
    complain('baseUrl', 'the address of the service, required without fetch');
  if (fetch !== undefined && typeof fetch !== 'function')
    complain('fetch', 'a function that takes a Request, such as app.fetch');
  if (signal !== undefined && !Reflect.has(Object(signal), 'addEventListener'))
    complain('signal', 'an AbortSignal, such as that of an AbortController');
  // The rest is checked too, so that all problems are reported at once.
  const parsed = parseSettings(
    { ...raw, BASE_URL: raw['BASE_URL'] ?? 'http://localhost' },
    { problems: misspeltIn(Object.keys(env), 'env').filter(({ isCommon }) => !isCommon) },
  );
  for (const { setting, given, allowed } of parsed.ok ? [] : parsed.problems)
    problems.push({ option: inOptions(setting), given, allowed: inOptions(allowed) });
  if (!parsed.ok || problems.length > 0) throw new InvalidOptions(problems);
  const reportDir = raw['REPORT_DIR']?.trim() ?? '';
  return { settings: parsed.settings, reportDir: reportDir === '' ? null : reportDir };
}

/** Returns what turns an error of a well-formed option into {@link InvalidOptions}. */
const invalid =
  (option: string) =>
  (error: unknown): never => {
    const named = inOptions((error instanceof UsageError && error.setting) || option);
    throw new InvalidOptions([{ option: named, given: null, allowed: inOptions(messageOf(error)) }]);
  };

/**
 * Runs from options to report within this process. @param tested rules that have a test; default: all
 * @throws {InvalidOptions} before anything is sent @throws {ReportNotWritten}
 */
export async function runWithOptions(options: RunOptions, tested?: ReadonlySet<string>) {
  const { reportDir, settings } = settingsOfOptions(options);
  const beginning = beginNow();
  const baseline = await baselineOf(settings).catch(invalid('baseline'));
  const folder = await prepareFolders(settings, reportDir, beginning).catch(invalid('reportDir'));
  try {
    const { fetch, signal } = options;
    const isWithin = fetch !== undefined;
    // Observations have no test. They are made only if a report keeps them or a baseline pins them.
    const areAllTried = [reportDir ?? undefined, settings.HISTORY_DIR, settings.BASELINE].some(Boolean);
    const tries = (id: string): boolean => areAllTried || tested?.has(id) !== false;
    // A handler of another program cannot be asked again by a command.
    const replay = isWithin || reportDir === null ? undefined : replayOf(settings);
    const running = { beginning, baseline, signal, isWithin, tries, replay };
    const report = await runAndReport(settings, running, (plan) =>
      runRules(plan, rules, { signal, ...(isWithin ? { transport: fetchTransport(fetch) } : {}) }),
    );
    const onError = (error: unknown): never => {
      throw new ReportNotWritten(report, error);
    };
    await writeReport(report, settings, { folder, onError });
    return report;
  } finally {
    await folder?.release();
  }
}
