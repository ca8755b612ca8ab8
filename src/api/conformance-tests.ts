import { type CatalogueRule, catalogue } from '../../suites/catalogue.ts';
import { isHarmless } from '../client/undecided-reason.ts';
import { sanitise } from '../model/text.ts';
import { listedWords } from '../render/baseline-lists.ts';
import { cardText } from '../render/card.ts';
import { breakInText } from '../render/runner-commands.ts';
import { isDecidedRun, rulesByState } from '../report/exit-status.ts';
import { selectRules } from '../settings/selection.ts';
import { SETTINGS } from '../settings/table.ts';
import { InvalidOptions, type RunOptions } from './options.ts';
import type { PublicReport } from './types.ts';

export type RuleResult = PublicReport['rules'][number];

type Register = (name: string, body: (...context: unknown[]) => Promise<void>, timeoutMs?: number) => unknown;

/** The functions of a test runner that the tests need. */
export interface TestRunner {
  /** `test` of vitest, jest or node:test. */
  readonly test: Register;
  /** `afterAll` of vitest or jest; `after` of node:test. */
  readonly afterAll: (body: () => Promise<void>, timeout?: never) => unknown;
}

/** Returns options that are known only when the tests start, such as the port of a hook's server. */
export type LaterOptions = () => Partial<RunOptions> | Promise<Partial<RunOptions>>;

/** The longest time-out that a timer accepts. It disables the test runner's own, because a run has a deadline. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

const CANNOT_SKIP =
  'This test runner cannot skip a test that has begun: `skip` in the options leaves the rule out.';

const ENDS: Readonly<Partial<Record<RuleResult['verdict'], string>>> = { skip: 'is skipped', fail: 'fails' };

function undecided(rule: RuleResult, more: string | null): string {
  const { id, level, sections, verdict, reason } = rule;
  const listed = listedWords(rule);
  const head = `${id} (${level}, § ${sections.join(', ')}) ${ENDS[verdict] ?? 'is undecided'}.`;
  return [head, reason, listed && `baseline: ${listed}`, more].filter(Boolean).join('\n');
}

/** Returns a function that skips a running test, or `null` if the runner has none. It throws in vitest only. */
function skipperOf(context: unknown): ((reason: string) => void) | null {
  const skip: unknown = Reflect.get(Object(context), 'skip');
  return typeof skip === 'function' ? (reason) => void Reflect.apply(skip, context, [reason]) : null;
}

/** Returns the reason why a rule may not stay undecided; `null` if it may. */
function whyNotOpen(report: PublicReport, rule: RuleResult): string | null {
  if (rule.cause === undefined || !isHarmless(rule.cause)) return 'allowIncomplete does not accept that.';
  if (report.run.allowIncomplete !== true)
    return 'With allowIncomplete (ALLOW_INCOMPLETE), this test is skipped.';
  // A run that decided nothing, or was cut short, must never pass as green.
  if (isDecidedRun(report)) return null;
  return report.problem ?? 'The run decided no rule, or was interrupted.';
}

/** Returns an error with only a message for the test runner; its stack would not help. */
export function shownError(name: string, message: string): Error {
  const error = new Error(breakInText(message));
  error.name = name;
  error.stack = `${name}: ${error.message}`;
  return error;
}

/** Describes an observation that differs from its pin. No rule is violated. */
function pinChanged({ id, pin, observation }: RuleResult): string {
  const [pinned, seen] = [pin?.value ?? '', observation?.value ?? 'nothing in this run'];
  return `${id}, the team's own expectation and not the specification's: pinned ${sanitise(pinned)}; observed ${sanitise(seen)}`;
}

/** Passes, fails or skips a test by the result of its rule. @throws {Error} if the test fails */
function judge(report: PublicReport, id: string, context: unknown): void {
  const rule = report.rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`${id} is not among the rules of this run`);
  const { verdict, known, listed } = rule;
  if (verdict === 'fail' && known !== true) throw shownError('RuleViolated', cardText(rule, report));
  if (listed?.state === 'stale' || listed?.state === 'expired')
    throw shownError('BaselineOutdated', `${id}, in the baseline: ${listedWords(rule)}. Remove it there.`);
  if (verdict === 'pass') return;
  const why = known === true ? null : whyNotOpen(report, rule);
  const skip = skipperOf(context);
  if (why !== null || skip === null) throw shownError('RuleUndecided', undecided(rule, why ?? CANNOT_SKIP));
  skip(undecided(rule, null));
}

/** Returns the gating rules that the options select. @throws {InvalidOptions} if they select none or name an unknown one */
function chosenBy({ only, skip, env = {} }: RunOptions): readonly CatalogueRule[] {
  const { rules, problems } = selectRules(
    only ?? SETTINGS.ONLY.schema.parse(env['ONLY']),
    skip ?? SETTINGS.SKIP.schema.parse(env['SKIP']),
  );
  const chosen = catalogue.filter(({ id, level }) => level !== 'observed' && rules.includes(id));
  const none = { setting: 'ONLY', message: 'a selection with a gating rule in it; other rules have no test' };
  const wrong = chosen.length === 0 && problems.length === 0 ? [none] : problems;
  if (wrong.length === 0) return chosen;
  throw new InvalidOptions(
    wrong.map(({ setting, message }) => ({ option: setting.toLowerCase(), given: null, allowed: message })),
  );
}

/**
 * Registers one test per gating rule that `only` and `skip` select, named by its id, in vitest, jest or node:test. All tests
 * share one run, which starts with the first. A failed rule fails its test with the expected and actual answer, the impact,
 * and its requests.
 * @param runner functions of the test runner: `{ test, afterAll }`
 * @param later called once, when the first test starts; its options override `options`, except `only` and `skip`
 * @throws {InvalidOptions} if `only` or `skip` is invalid; any other invalid option fails the tests
 */
export function conformanceTests(runner: TestRunner, options: RunOptions, later?: LaterOptions): void {
  const { test, afterAll } = runner;
  const { only, skip } = options;
  const chosen = chosenBy(options);
  const tested = new Set<string>(chosen.map(({ id }) => id));
  let running: Promise<PublicReport> | null = null;
  const start = async (): Promise<PublicReport> => {
    const all = { ...options, ...(await later?.()), only, skip };
    const { runWithOptions } = await import('./run-with-options.ts');
    return runWithOptions(all, tested);
  };
  // A declared parameter would be a `done` callback in jest.
  for (const { id } of chosen)
    test(id, async (...[context]) => judge(await (running ??= start()), id, context), NO_TIMEOUT_MS);
  const end = async (): Promise<void> => {
    // An error of the run has failed the tests.
    const { rules = [] } = (await running?.catch(() => null)) ?? {};
    const { changedPins, missedPins } = rulesByState({ rules });
    const changed = [...changedPins, ...missedPins];
    if (changed.length > 0) throw shownError('PinChanged', changed.map(pinChanged).join('\n'));
  };
  // `after` of node:test accepts no number, and has no time-out.
  Reflect.apply(afterAll, undefined, [end, NO_TIMEOUT_MS]);
}
