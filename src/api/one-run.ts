import { PinChanged } from '../host/shown-errors.ts';
import type { RuleId } from '../model/rule-ids.ts';
import { pinnedRules } from '../results/standing.ts';
import type { TestOptions } from './options.ts';
import type { PublicReport } from './public-report.ts';

export type RuleResult = PublicReport['rules'][number];

/**
 * The run that all tests of a file share. It starts with the first test, and reports each rule as soon as it
 * is decided.
 */
export class OneRun {
  readonly options: () => Promise<TestOptions>;
  readonly #ids: ReadonlySet<string>;
  readonly #decided = new Map<string, RuleResult>();
  readonly #waiting = new Map<string, (result: RuleResult) => void>();
  readonly #asked = new Set<string>();
  readonly #stop = new AbortController();
  #report: Promise<PublicReport> | null = null;

  /** @param options called once, when the run starts */
  constructor(ids: readonly RuleId[], options: () => Promise<TestOptions>) {
    this.#ids = new Set(ids);
    let asked: Promise<TestOptions> | null = null;
    this.options = () => (asked ??= options());
  }

  /** Returns the report of the whole run. @throws {InvalidOptions}, or any other error that ends the run */
  report(): Promise<PublicReport> {
    this.#report ??= this.#run();
    return this.#report;
  }

  /** Returns the result of a rule as soon as it is known. @throws as {@link report} does */
  async of(id: RuleId): Promise<RuleResult> {
    this.#asked.add(id);
    const whole = this.report().then(({ rules }) => rules.find((one) => one.id === id));
    const early = new Promise<RuleResult>((resolve) => {
      const decided = this.#decided.get(id);
      if (decided !== undefined) resolve(decided);
      else this.#waiting.set(id, resolve);
    });
    // Only the report contains the baseline's view of a rule.
    const result = await ((await this.#hasBaseline()) ? whole : Promise.race([early, whole]));
    if (result === undefined) throw new Error(`${id} is not among the rules that this run was to try`);
    return result;
  }

  /**
   * Ends the run, early if some of its rules had no test.
   * @throws {ReportNotWritten} if the report cannot be written
   * @throws {PinChanged} if a pinned observation, which has no test, changed or was not made
   */
  async end(): Promise<void> {
    if (this.#report === null) return;
    const isCut = this.#asked.size < this.#ids.size;
    if (isCut) this.#stop.abort();
    const report = await this.#report.catch((error: unknown) => {
      // An error before the first result has already failed the tests.
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
    const { runFor } = await import('./run.ts');
    const own = this.#stop.signal;
    return runFor(options, {
      signal: options.signal === undefined ? own : AbortSignal.any([own, options.signal]),
      tested: this.#ids,
      onRule: ({ report: { blames: _others, ...result } }) => {
        this.#decided.set(result.id, result);
        this.#waiting.get(result.id)?.(result);
      },
    });
  }
}
