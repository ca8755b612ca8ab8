import { rules } from '../../suites/index.ts';
import { LEAK_RULES } from '../access/private-records.ts';
import { nameOfProxy } from '../client/route.ts';
import { print } from '../document/print.ts';
import { styleFor, widthOf } from '../document/style.ts';
import { missingOf } from '../engine/verdicts.ts';
import { baselineOf, planRun, type RunPlan } from '../host/plan.ts';
import { PROFILES } from '../model/profile.ts';
import { type AnyRule, isGatingRule } from '../model/rule.ts';
import { countOf, shown } from '../report/text.ts';
import { openService } from '../service/service.ts';
import type { RawSettings } from '../settings/parse.ts';
import { givenSettings, usableSettings } from './given-settings.ts';
import { rejectAsUsageError } from './usage-error.ts';

const NAME = 200;
/** Address of the bundled service; its port is chosen at the start. */
const LOOPBACK = 'http://127.0.0.1';

/** Returns the most that a run would send and create, and the data that it needs. Pure. @param all the catalogue */
export function dryRunOf({ session, rules: ids }: RunPlan, all: readonly AnyRule[]) {
  const { bed, writes, maxRequests: most } = session;
  const { healthy, rations } = PROFILES[session.profile];
  const chosen = all.filter(({ id }) => ids.includes(id));
  const tried = chosen.filter((rule) => missingOf(rule, session).length === 0);
  const isWriting = tried.some(({ needs }) => needs.some((need) => need.startsWith('WRITES')));
  const hasCanary =
    writes === 'all' && bed.privateRepository !== undefined && tried.some(({ id }) => LEAK_RULES.has(id));
  const rationed = bed.token === undefined ? {} : rations;
  const missing: Record<string, number> = {};
  for (const name of chosen.filter(isGatingRule).flatMap((rule) => missingOf(rule, session)))
    missing[name] = (missing[name] ?? 0) + 1;
  const mostOf = (kind: 'open' | 'closed' | 'hidden'): number =>
    Math.max(0, ...tried.filter(isGatingRule).map(({ data }) => data?.[kind] ?? 0));
  return {
    requests: {
      // On a service that obeys every rule and loses no request.
      healthy: Math.min(isWriting || hasCanary ? healthy.writing : healthy.reading, most),
      most,
      anonymous: Math.min(rationed.none?.most ?? most, most),
      invalid: Math.min(rationed.invalid?.most ?? most, most),
    },
    /** On a service that obeys every rule, the canary among them. */
    creations: writes === 'all' ? Math.min(isWriting ? healthy.creations : Number(hasCanary), most) : 0,
    hasCanary,
    tried,
    /** Settings without which gating rules are skipped, with the number of these rules. */
    missing,
    /** The most issues of each kind that a gating rule needs. */
    needs: { open: mostOf('open'), closed: mostOf('closed'), hidden: mostOf('hidden') },
  };
}

type DryRun = ReturnType<typeof dryRunOf>;

const named = ({ owner, repo }: { readonly owner: string; readonly repo: string }): string =>
  shown(`${owner}/${repo}`, NAME);
const inFull = (count: number): string => count.toLocaleString('en');

function writesText({ creations, hasCanary }: DryRun, { session: { bed, writes } }: RunPlan): string {
  if (writes === 'none') return 'Nothing is written: no method but GET is sent.';
  return creations === 0
    ? 'No issue is created, unless the service accepts what it must refuse.'
    : `At most ${inFull(creations)} issues are created in ${named(bed.written)} on a service that obeys the rules${hasCanary ? ', one of them, the canary, in the private repository' : ''}; a service that stores what it must refuse may get more. They stay, each with a marker ic-RUN-NUMBER; RUN is the id of the run.`;
}

function sentencesOf(plan: RunPlan, isBundled: boolean): readonly string[] {
  const { address, bed, route, ...session } = plan.session;
  const found = dryRunOf(plan, rules);
  const { requests, needs, missing, tried } = found;
  const where = isBundled ? 'the bundled reference service, on a free port' : shown(address.baseUrl, NAME);
  const proxy = route?.proxy ?? null;
  const gating = tried.filter(isGatingRule).length;
  const skipped = Object.entries(missing).map(([name, count]) => `${countOf(count, 'rule')} without ${name}`);
  return [
    'Dry run: nothing was sent, and no report is written.',
    `Target: ${where}, repository ${named(bed.repository)}${proxy === null ? '' : `, through the proxy ${nameOfProxy(proxy)}`}; profile ${session.profile}, writes ${session.writes}.`,
    `Requests: at most ${inFull(requests.healthy)} on a service that obeys the rules and loses no request; at most ${inFull(requests.most)} in all (MAX_REQUESTS), since violations are confirmed and lost requests repeated. At most ${inFull(requests.anonymous)} of them go without a credential, and at most ${inFull(requests.invalid)} with an invalid one; at most ${session.concurrency} at once, for ${inFull(session.deadlineMs / 1000)} s.`,
    `Writes: ${writesText(found, plan)}`,
    `Rules: ${countOf(gating, 'gating rule')} would be tried, and up to ${countOf(tried.length - gating, 'observation')} made.${skipped.length === 0 ? '' : ` Skipped: ${skipped.join(', ')}.`}`,
    `Data that rules need, or they stay undecided: ${needs.open} open issues and ${needs.closed} that are not open in ${named(bed.repository)}; ${needs.hidden} in the private repository. issue-conformance populate --count N creates open ones.`,
  ];
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
  const { hang } = styleFor({ color: false, width: widthOf(process.stdout) });
  const lines = sentencesOf(plan, isBundled).flatMap((text) => hang('', text));
  print(process.stdout, `${lines.join('\n')}\n`);
}
