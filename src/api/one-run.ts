import type { RuleId } from '../engine/rule-ids.ts';
import { PinChanged } from '../host/shown-errors.ts';
import { pinnedRules } from '../report/view/standing.ts';
import type { TestOptions } from './options.ts';
import type { PublicReport } from './public-report.ts';

/** What became of a rule. */
export type RuleResult = PublicReport['rules'][number];

/** The one run that all tests of a file share: it begins with the first of them, and tells each as soon as its rule is decided. */
export class OneRun {
  readonly options: () => Promise<TestOptions>;
  readonly #ids: ReadonlySet<string>;
  readonly #decided = new Map<string, RuleResult>();
  readonly #waiting = new Map<string, (result: RuleResult) => void>();
  readonly #asked = new Set<string>();
  readonly #stop = new AbortController();
  #report: Promise<PublicReport> | null = null;

  /** @param options asked for once, when the run begins */
  constructor(ids: readonly RuleId[], options: () => Promise<TestOptions>) {
    this.#ids = new Set(ids);
    let asked: Promise<TestOptions> | null = null;
    this.options = () => (asked ??= options());
  }

  /** The report of the whole run. @throws {InvalidOptions} and all else that keeps it from its end */
  report(): Promise<PublicReport> {
    this.#report ??= this.#run();
    return this.#report;
  }

  /** What became of a rule, as soon as that is known. @throws what {@link report} throws */
  async of(id: RuleId): Promise<RuleResult> {
    this.#asked.add(id);
    const whole = this.report().then(({ rules }) => rules.find((one) => one.id === id));
    const early = new Promise<RuleResult>((resolve) => {
      const decided = this.#decided.get(id);
      if (decided !== undefined) resolve(decided);
      else this.#waiting.set(id, resolve);
    });
    // What the baseline says of a rule stands in the report only.
    const result = await ((await this.#hasBaseline()) ? whole : Promise.race([early, whole]));
    if (result === undefined) throw new Error(`${id} is not among the rules that this run was to try`);
    return result;
  }

  /**
   * Ends the run, at once where some of its rules were asked for by no test.
   * @throws {ReportNotWritten}
   * @throws {PinChanged} where an observation that the baseline pins, and that has no test, is another or was not made
   */
  async end(): Promise<void> {
    if (this.#report === null) return;
    const isCut = this.#asked.size < this.#ids.size;
    if (isCut) this.#stop.abort();
    const report = await this.#report.catch((error: unknown) => {
      // What came before any rule was decided has failed the tests already.
      if (this.#decided.size > 0) throw error;
      return null;
    });
    if (report === null) return;
    const [changed] = [
      ...pinnedRules(report.rules, 'changed'),
      ...(isCut ? [] : pinnedRules(report.rules, 'unobserved')),
    ];
    if (changed !== undefined) throw new PinChanged(changed);
  }

  async #hasBaseline(): Promise<boolean> {
    const { baseline, env } = await this.options();
    return (baseline ?? env?.['BASELINE'] ?? '') !== '';
  }

  async #run(): Promise<PublicReport> {
    const options = await this.options();
    const [{ settingsOfOptions }, { runFor }] = await Promise.all([
      import('./settings-of-options.ts'),
      import('./run.ts'),
    ]);
    const parsed = settingsOfOptions(options);
    const { HISTORY_DIR, BASELINE } = parsed.settings;
    const isRead = [parsed.reportDir ?? undefined, HISTORY_DIR, BASELINE].some((one) => one !== undefined);
    const own = this.#stop.signal;
    return runFor(parsed, options, {
      signal: options.signal === undefined ? own : AbortSignal.any([own, options.signal]),
      // What is only observed has no test; it is kept in a report, or pinned in a baseline, or nobody would hear of it.
      tries: (id) => isRead || this.#ids.has(id),
      onRule: (result) => {
        this.#decided.set(result.id, result as RuleResult);
        this.#waiting.get(result.id)?.(result as RuleResult);
      },
    });
  }
}
