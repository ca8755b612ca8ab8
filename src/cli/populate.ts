import { rules } from '../../suites/index.ts';
import { sameRepository } from '../client/test-bed.ts';
import { type NeededData, neededData, needText } from '../host/data-needs.ts';
import { planRun, type RunPlan } from '../host/plan.ts';
import { print } from '../report/terminal/print.ts';
import { colorWanted, type Style, styleFor, widthOf } from '../report/terminal/style.ts';
import { countOf, shown } from '../report/text.ts';
import { describeProblems, parseSettings, type RawSettings, type SettingProblem } from '../settings/parse.ts';
import type { Gathered } from '../settings/sources.ts';
import { type Populated, populate } from './populating.ts';
import { givenSettings } from './usable-settings.ts';
import { UsageError } from './usage-error.ts';

/** Maximum issues to create: far more than any rule needs. */
const MAX_ISSUES = 1000;
const NAME = 200;
const SENTENCE = 1000;
/** Seconds; allows for sequential creations and rate limits. */
const DEADLINE_S = 5400;
/**
 * Requests besides the creations: reading the list, and repeating creations that were certainly not carried
 * out.
 */
const EXTRA_REQUESTS = 100;

function countIn(text: string | undefined): number {
  const count = Number(text ?? '');
  if (text === undefined || !/^\d{1,10}$/.test(text) || count < 1 || count > MAX_ISSUES)
    throw new UsageError(
      `--count ${text === undefined ? 'is missing' : `is "${shown(text, NAME)}"`}; expected a whole number from 1 to ${MAX_ISSUES}, the issues to create. Nothing was sent.`,
    );
  return count;
}

/** Returns problems that prevent the creation of issues, besides those of any run. */
function problemsOf(raw: RawSettings): SettingProblem[] {
  const isGiven = (name: string): boolean => (raw[name] ?? '').trim() !== '';
  const problems: SettingProblem[] = [];
  const complain = (setting: string, allowed: string, given: string | null = null): void => {
    problems.push({ setting, given, allowed });
  };
  if (!isGiven('BASE_URL'))
    complain('BASE_URL', 'the address of the service to fill; the bundled service has issues of its own');
  if (!isGiven('TOKEN')) complain('TOKEN', 'a token that may create issues in OWNER/REPO');
  if (raw['WRITES']?.trim() !== 'all')
    complain('WRITES', 'all, since issues are to be created', raw['WRITES']?.trim() || null);
  return problems;
}

/** @throws {UsageError} with all problems of the settings */
function planFor(gathered: Gathered, count: number): RunPlan {
  const parsed = parseSettings(gathered.raw, gathered);
  const own = problemsOf(gathered.raw);
  const problems = parsed.ok
    ? own
    : [...own, ...parsed.problems.filter((one) => !own.some(({ setting }) => setting === one.setting))];
  if (!parsed.ok || problems.length > 0) throw new UsageError(describeProblems(problems));
  const { settings } = parsed;
  const plan = planRun(
    {
      ...settings,
      MAX_REQUESTS: settings.MAX_REQUESTS ?? count + EXTRA_REQUESTS,
      DEADLINE_S: settings.DEADLINE_S ?? DEADLINE_S,
    },
    null,
  );
  const { repository, written } = plan.session.bed;
  if (!sameRepository(repository, written))
    throw new UsageError(
      `WRITE_OWNER and WRITE_REPO name ${nameOf(written)}, but populate fills ${nameOf(repository)} (OWNER, REPO), which the list rules read. Unset WRITE_OWNER and WRITE_REPO to fill that. Nothing was sent.`,
    );
  return plan;
}

const nameOf = ({ owner, repo }: { readonly owner: string; readonly repo: string }): string =>
  shown(`${owner}/${repo}`, NAME);

/** Returns the lines on created and missing issues. */
function outcomeLines(
  { session }: RunPlan,
  count: number,
  made: Populated,
  { hang, colors }: Style,
): string[] {
  const { created, uncertain, stopped } = made;
  const paint = created === count ? colors.green : created === 0 ? colors.red : colors.yellow;
  const where = `${nameOf(session.bed.repository)} at ${shown(session.address.baseUrl, NAME)}`;
  return [
    ...hang(`${created} of ${countOf(count, 'issue')} created `, `in ${where}`, {
      paintLead: (text) => colors.bold(paint(text)),
      keepWords: true,
    }),
    ...(created === 0 ? [] : hang('', `Their titles begin with "conformance ic-${session.runId}-".`)),
    ...(uncertain === 0
      ? []
      : hang('', `${uncertain} more may have been created: the answers do not show it.`)),
    ...(stopped === null ? [] : hang('! ', shown(stopped, SENTENCE), { paintLead: colors.yellow })),
  ];
}

const YOURSELF: Readonly<Record<Exclude<NeededData['kind'], 'open'>, string>> = {
  closed: 'which the specification has no request for: close one yourself',
  hidden: 'which populate does not fill: create one yourself',
};

/**
 * Returns the lines on the data that rules need: what the created issues suffice for, and what is still
 * missing.
 */
function needLines(created: number, { hang, colors }: Style): string[] {
  const needed = neededData(rules);
  const isThere = ({ kind, count }: NeededData): boolean => kind === 'open' && count <= created;
  const open = needed.filter((need) => !isThere(need));
  const undecided = new Set(open.flatMap((need) => need.rules));
  const there = new Set(needed.flatMap((need) => need.rules.filter((id) => !undecided.has(id))));
  return [
    ...(there.size === 0
      ? []
      : hang(
          '',
          `As open issues that is enough for ${countOf(there.size, 'rule')} that ${there.size === 1 ? 'needs' : 'need'} some.`,
        )),
    ...(open.length === 0 ? [] : [colors.bold('Data that rules need besides, unless it is already there')]),
    ...open.flatMap((need) =>
      hang('  ', `${needText(need)}${need.kind === 'open' ? '' : `, ${YOURSELF[need.kind]}`}`).concat(
        hang('    ', need.rules.join(', '), { paint: colors.dim }),
      ),
    ),
  ];
}

/**
 * Creates issues for a service that starts empty, and prints the result.
 * @returns the exit status: 0 if all were created, 3 if some were, 2 if none was
 * @throws {UsageError} if a setting is invalid; nothing was sent
 */
export async function populateCommand(
  countText: string | undefined,
  flags: RawSettings,
  signal: AbortSignal,
): Promise<number> {
  const count = countIn(countText);
  const plan = planFor(givenSettings(flags), count);
  const made = await populate(plan.session, count, signal);
  const style = styleFor({ color: colorWanted(process.stdout), width: widthOf(process.stdout) });
  const lines = [...outcomeLines(plan, count, made, style)];
  if (made.created > 0) lines.push('', ...needLines(made.created, style));
  print(process.stdout, `${lines.join('\n')}\n`);
  if (made.created === 0) return 2;
  return made.created === count ? 0 : 3;
}
