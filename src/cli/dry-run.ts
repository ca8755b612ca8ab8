import { rules } from '../../suites/index.ts';
import { nameOfProxy } from '../client/route.ts';
import { needText } from '../host/data-needs.ts';
import { type DryRun, dryRunOf, isWrittenApart } from '../host/dry-run.ts';
import { baselineOf, planRun, type RunPlan } from '../host/plan.ts';
import { orderToSet } from '../model/verdict.ts';
import { print } from '../report/terminal/print.ts';
import { colorWanted, type Style, styleFor, widthOf } from '../report/terminal/style.ts';
import { countOf, shown } from '../report/text.ts';
import { openService } from '../service/service.ts';
import type { RawSettings } from '../settings/parse.ts';
import { givenSettings, usableSettings } from './usable-settings.ts';
import { rejectAsUsageError } from './usage-error.ts';

const NAME = 200;
/** Address of the bundled service; its port is chosen at the start. */
const LOOPBACK = 'http://127.0.0.1';

const inFull = (count: number): string => count.toLocaleString('en');
const repositoryName = ({ owner, repo }: { owner: string; repo: string }): string =>
  shown(`${owner}/${repo}`, NAME);

/** A section of the output: a heading with indented lines. */
type Part = (style: Style) => string[];

const part =
  (title: string, lines: readonly string[]): Part =>
  ({ colors, hang }) =>
    lines.length === 0 ? [] : [colors.bold(title), ...lines.flatMap((line) => hang('  ', line))];

/** Returns a section of rules in named groups. */
const grouped =
  (title: string, groups: readonly { readonly name: string; readonly rules: readonly string[] }[]): Part =>
  ({ colors, hang }) =>
    groups.length === 0
      ? []
      : [
          colors.bold(title),
          ...groups.flatMap(({ name, rules: ids }) => [
            ...hang('  ', `${name}: ${countOf(ids.length, 'rule')}`),
            ...hang('    ', ids.join(', '), { paint: colors.dim }),
          ]),
        ];

function target({ session }: RunPlan, isBundled: boolean): Part {
  const { address, bed, route } = session;
  const where = isBundled ? 'the bundled reference service, on a free port' : shown(address.baseUrl, NAME);
  const proxy = route?.proxy;
  return part('Target', [
    `${where}, repository ${repositoryName(bed.repository)}${proxy === undefined || proxy === null ? '' : `, through the proxy ${nameOfProxy(proxy)}`}`,
    `profile ${session.profile}, writes ${session.writes}, at most ${session.concurrency} requests at once, ${inFull(session.deadlineMs / 1000)} s at most`,
  ]);
}

/** Returns a sentence on the requests without a credential or with an invalid one. */
function strangers({ requests: { anonymous, invalid } }: DryRun, { session: { bed } }: RunPlan): string {
  if (bed.token === undefined)
    return 'All of them go without a credential, except those with an invalid one or with OUTSIDER_TOKEN: set TOKEN if the service allows only a few.';
  return anonymous === null || invalid === null
    ? 'Any number of them may go without a credential, or with an invalid one.'
    : `At most ${inFull(anonymous)} of them go without a credential, and at most ${inFull(invalid)} with an invalid one.`;
}

function requests(found: DryRun, plan: RunPlan): Part {
  const { healthy, most } = found.requests;
  return part('Requests', [
    healthy < most
      ? `At most ${inFull(healthy)} on a service that obeys the rules and loses no request. Violations are confirmed, and lost requests repeated: at most ${inFull(most)} in all (MAX_REQUESTS).`
      : `At most ${inFull(most)} (MAX_REQUESTS).`,
    strangers(found, plan),
  ]);
}

function writes({ creations, canary, posted, methods }: DryRun, { session }: RunPlan): Part {
  if (posted.length === 0) return part('Writes', ['Nothing is written: no method but GET is sent.']);
  const written = repositoryName(session.bed.written);
  const names = posted.map(repositoryName);
  const ofWritten = creations - Number(canary !== null);
  return part('Writes', [
    ...(creations === 0 ? ['No issue is created, unless the service accepts what it must refuse.'] : []),
    ...(ofWritten > 0
      ? [
          `At most ${inFull(ofWritten)} issues are created in ${written} on a service that obeys the rules; more only to confirm violations. They stay: the specification has no request that closes or deletes one.`,
        ]
      : []),
    ...(canary === null
      ? []
      : [
          `One issue, the canary, is created in the private repository ${repositoryName(canary)}: nobody without access may be shown it.`,
        ]),
    'Each attempt has a marker ic-RUN-NUMBER of its own in the title, or in the body if the title is what is tried; RUN is the id of the run in the report.',
    ...(names.includes(written)
      ? [
          `Requests that must be refused go by POST to ${names.join(' and ')}, and to repositories that do not exist.`,
        ]
      : []),
    ...(methods.listed.length === 0
      ? []
      : [
          `Observations send ${methods.listed.join(' and ')} to ${repositoryName(session.bed.repository)}; ${methods.madeUp.join(', ')} go to a repository that does not exist.`,
        ]),
  ]);
}

function data({ data: needed }: DryRun, plan: RunPlan): Part {
  const { bed, writes: mode } = plan.session;
  const isFilled = mode === 'all' && !isWrittenApart(plan);
  const title = `Data that rules need in ${repositoryName(bed.repository)}, or they stay undecided${isFilled ? ' (what the run creates counts)' : ''}`;
  return grouped(
    title,
    needed.map((need) => ({ name: needText(need), rules: need.rules })),
  );
}

const observationsText = (count: number): string =>
  count === 0
    ? 'no observations made'
    : `up to ${countOf(count, 'observation')} made, depending on the profile`;

/** Returns the plan of a run as text. */
function dryRunText(
  plan: RunPlan,
  isBundled: boolean,
  options: { readonly color: boolean; readonly width: number },
): string {
  const style = styleFor(options);
  const found = dryRunOf(plan, rules);
  const { gating, observed } = found.tried;
  const parts: Part[] = [
    ({ hang }) => hang('', 'Dry run: nothing was sent, and no report is written.'),
    target(plan, isBundled),
    requests(found, plan),
    writes(found, plan),
    part('Rules', [
      `${countOf(gating.length, 'gating rule')} would be tried, and ${observationsText(observed.length)}.`,
    ]),
    grouped(
      'Skipped, because settings are missing',
      found.skipped.map(({ missing, rules: ids }) => ({ name: orderToSet(missing), rules: ids })),
    ),
    data(found, plan),
    ({ hang }) =>
      isBundled || found.data.length === 0
        ? []
        : hang(
            '',
            'The target was not checked for these data. issue-conformance populate --count N creates open issues; create others yourself.',
          ),
  ];
  return `${parts
    .map((one) => one(style).join('\n'))
    .filter((text) => text !== '')
    .join('\n\n')}\n`;
}

/**
 * Prints what a run would do, and sends nothing.
 * @throws {UsageError} if a setting or the baseline is invalid
 */
export async function dryRunCommand(flags: RawSettings): Promise<void> {
  const settings = usableSettings(givenSettings(flags));
  // A run would also fail here, before it sends anything.
  await baselineOf(settings).catch(rejectAsUsageError);
  const isBundled = settings.BASE_URL === undefined;
  const plan = planRun(settings, isBundled ? { ...openService({}), baseUrl: LOOPBACK } : null);
  const options = { color: colorWanted(process.stdout), width: widthOf(process.stdout) };
  print(process.stdout, dryRunText(plan, isBundled, options));
}
