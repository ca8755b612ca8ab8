import { selectRules } from '../host/selection.ts';
import { BaselineOutdated, RuleUndecided, RuleViolated } from '../host/shown-errors.ts';
import { listedWords } from '../report/view/baseline.ts';
import { cardText } from '../report/view/card.ts';
import { isAcceptable, isAnyDecided } from '../report/view/standing.ts';
import { catalogue } from './catalogue.ts';
import type { CatalogueRule } from './catalogue-rule.ts';
import { InvalidOptions } from './errors.ts';
import { OneRun, type RuleResult } from './one-run.ts';
import type { TestOptions } from './options.ts';

/** A function that registers a test: that of vitest, of jest or of node:test. */
type Register = (name: string, body: (...context: unknown[]) => Promise<void>, timeoutMs?: number) => unknown;

/** What the tests need of a test runner. */
export interface TestRunner {
  /** `test` of vitest, jest or node:test. */
  readonly test: Register & { readonly skip: Register };
  /** Of vitest and jest; `after` of node:test. */
  readonly afterAll: (body: () => Promise<void>, timeout?: never) => unknown;
}

/** Options that are known only when the tests begin, such as the port of a server that a hook has started. */
export type LaterOptions = () => Partial<TestOptions> | Promise<Partial<TestOptions>>;

/** No test runner's own time-out ends a test: a run has a deadline. No timer takes more. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

function undecided(rule: RuleResult, ...more: readonly string[]): string {
  const { id, level, sections, verdict, reason } = rule;
  const listed = listedWords(rule);
  return [
    `${id} (${level}, § ${sections.join(', ')}) ${verdict === 'skip' ? 'is skipped' : verdict === 'fail' ? 'fails' : 'is undecided'}.`,
    ...(reason === undefined ? [] : [reason]),
    ...(listed === null ? [] : [`baseline: ${listed}`]),
    ...more,
  ].join('\n');
}

/** Skips a test that has begun, where the test runner can: vitest throws then, and node:test returns. */
function skipperOf(context: unknown): ((reason: string) => void) | null {
  const hasParts = (typeof context === 'object' && context !== null) || typeof context === 'function';
  const skip: unknown = hasParts && 'skip' in context ? context.skip : null;
  return typeof skip === 'function' ? (reason) => void Reflect.apply(skip, context, [reason]) : null;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== '';

/** The card of a broken rule. It points to a report for the other exchanges, where there is one. */
async function cardOf(run: OneRun, rule: RuleResult): Promise<string> {
  const { reportDir, env } = await run.options();
  const { failure } = rule;
  const isWhole = failure === undefined || isGiven(reportDir ?? env?.['REPORT_DIR']);
  return cardText(
    isWhole ? rule : { ...rule, failure: { ...failure, exchanges: failure.exchanges.slice(-1) } },
  );
}

/** Why a rule may not stay undecided; `null` where it may. */
async function whyNotOpen(run: OneRun, rule: RuleResult): Promise<string | null> {
  const { allowIncomplete } = await run.options();
  if (!isAcceptable(rule)) return 'allowIncomplete does not accept that.';
  if (allowIncomplete !== true) return 'With allowIncomplete it may stay so.';
  const report = await run.report();
  const { outcome, problem } = report;
  // A run that decided nothing, or was cut short, is never taken for a green one.
  if (!isAnyDecided(report)) return problem ?? 'No rule was decided.';
  const isWhole = outcome !== 'broken' && outcome !== 'unusable' && report.run.interrupted !== true;
  return isWhole ? null : (problem ?? 'The run was interrupted.');
}

/** What a test makes of what became of its rule. @throws {Error} where the test is to fail */
async function judge(run: OneRun, { id }: CatalogueRule, context: unknown): Promise<void> {
  const rule = await run.of(id);
  const { verdict, known, listed } = rule;
  if (verdict === 'fail' && known !== true) throw new RuleViolated(await cardOf(run, rule));
  if (listed?.state === 'stale' || listed?.state === 'expired')
    throw new BaselineOutdated(`${id}, in the baseline: ${listedWords(rule) ?? ''}. Remove it there.`);
  if (verdict === 'pass') return;
  const why = known === true ? null : await whyNotOpen(run, rule);
  if (why !== null) throw new RuleUndecided(undecided(rule, why));
  const skip = skipperOf(context);
  if (skip === null)
    throw new RuleUndecided(
      undecided(
        rule,
        'This test runner cannot skip a test that has begun: `skip` in the options leaves the rule out.',
      ),
    );
  skip(undecided(rule));
}

/** Whether options give what a rule needs. */
const GIVEN: Readonly<Record<CatalogueRule['needs'][number], (options: TestOptions) => boolean>> = {
  TOKEN: ({ token }) => isGiven(token),
  OUTSIDER_TOKEN: ({ outsiderToken }) => isGiven(outsiderToken),
  PRIVATE_REPO: ({ privateRepo }) => isGiven(privateRepo),
  'WRITES=rejected': ({ writes }) => writes === 'rejected' || writes === 'all',
  'WRITES=all': ({ writes }) => writes === 'all',
};

/** The gating rules that options choose. @throws {InvalidOptions} where they choose none, or name one that is not there */
function chosenBy({ only = [], skip = [] }: TestOptions): readonly CatalogueRule[] {
  const { rules, problems } = selectRules(only.join(' '), skip.join(' '));
  const chosen = catalogue.filter(({ id, level }) => level !== 'observed' && rules.includes(id));
  const found = problems.map(({ setting, message }) => ({
    option: setting.toLowerCase(),
    setting,
    given: null,
    allowed: message,
  }));
  if (found.length === 0 && chosen.length === 0)
    found.push({
      option: 'only',
      setting: 'ONLY',
      given: null,
      allowed: 'a selection with a gating rule in it; other rules have no test',
    });
  if (found.length > 0) throw new InvalidOptions(found);
  return chosen;
}

/**
 * Registers one test for each gating rule that `only` and `skip` choose, named by its id, in vitest, jest or node:test. All
 * share one run, which begins with the first of them; each ends as soon as its rule is decided. A broken rule fails its test
 * with what was expected, what came, the impact, and a curl line.
 *
 * @param runner functions of the test runner: `{ test, afterAll }`
 * @param later is asked once, when the first test begins; what it says goes before `options`, but for `only` and `skip`
 * @throws {InvalidOptions} where `only` or `skip` cannot be used; all else that is wrong with the options fails the tests
 */
export function conformanceTests(runner: TestRunner, options: TestOptions, later?: LaterOptions): void {
  const { test, afterAll } = runner;
  const { only, skip } = options;
  const chosen = chosenBy(options);
  const run = new OneRun(
    chosen.map(({ id }) => id),
    async () => ({ ...options, ...(await later?.()), only, skip }),
  );
  // jest can skip a test only before it begins. Where options are still to come, they may give what is missing.
  const skipsEarly = 'failing' in test && options.allowIncomplete === true && later === undefined;
  for (const rule of chosen) {
    const lacks = options.env === undefined && !rule.needs.every((need) => GIVEN[need](options));
    const register = skipsEarly && lacks ? test.skip : test;
    // Without parameters: jest would take one for a function to call at the end.
    register(rule.id, async (...[context]) => judge(run, rule, context), NO_TIMEOUT_MS);
  }
  // That of node:test takes no number, and has no time-out.
  Reflect.apply(afterAll, undefined, [() => run.end(), NO_TIMEOUT_MS]);
}
