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
  /** The result of each rule with a test, and the function that tells it. */
  readonly #early: ReadonlyMap<string, Promise<RuleResult>>;
  readonly #tell = new Map<string, (result: RuleResult) => void>();
  readonly #asked = new Set<string>();
  #isAnyDecided = false;
  readonly #stop = new AbortController();
  #report: Promise<PublicReport> | null = null;

  /** @param options called once, when the run starts */
  constructor(ids: readonly RuleId[], options: () => Promise<TestOptions>) {
    this.#early = new Map(ids.map((id) => [id, new Promise((tell) => this.#tell.set(id, tell))]));
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
    // Only the report contains the baseline's view of a rule.
    const early = (await this.#hasBaseline()) ? whole : (this.#early.get(id) ?? whole);
    const result = await Promise.race([early, whole]);
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
    const isCut = this.#asked.size < this.#early.size;
    if (isCut) this.#stop.abort();
    const report = await this.#report.catch((error: unknown) => {
      // An error before the first result has already failed the tests.
      if (this.#isAnyDecided) throw error;
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
      tested: new Set(this.#early.keys()),
      onRule: ({ report: { blames: _others, ...result } }) => {
        this.#isAnyDecided = true;
        this.#tell.get(result.id)?.(result);
      },
    });
  }
}
