import { rules } from '../../suites/index.ts';
import { missingOf } from '../engine/preconditions.ts';
import { PROFILES } from '../model/profile.ts';
import { countOf } from '../model/text.ts';
import { isGatingRule } from '../observe/observed-rule.ts';
import { baselineOf, planRun, type RunPlan, targetInWords } from '../runner/plan.ts';
import { openService } from '../service/service.ts';
import { pasteable } from '../settings/invocation.ts';
import type { CommandCall } from './commands.ts';
import { outputStyle, printStdout } from './output.ts';
import { usableSettings } from './usage.ts';

/** Returns the maximum of requests and creations of a run, and the data that it needs. Pure. */
export function dryRunOf({ session, rules: ids }: RunPlan) {
  const { writes, maxRequests: most } = session;
  const { healthy } = PROFILES[session.profile];
  const chosen = rules.filter(({ id }) => ids.includes(id));
  const tried = chosen.filter((rule) => missingOf(rule, session).length === 0);
  const mostOf = (kind: 'open' | 'closed'): number =>
    Math.max(0, ...tried.filter(isGatingRule).map(({ data }) => data?.[kind] ?? 0));
  return {
    /** Requests and creations on a service that obeys every rule and loses no request. */
    requests: Math.min(writes === 'none' ? healthy.reading : healthy.writing, most),
    creations: Math.min(writes === 'all' ? healthy.creations : 0, most),
    tried: tried.length,
    /** Settings without which gating rules are skipped. */
    missing: [...new Set(chosen.filter(isGatingRule).flatMap((rule) => missingOf(rule, session)))],
    /** The most issues of each kind that a gating rule needs. */
    needs: { open: mostOf('open'), closed: mostOf('closed') },
  };
}

function sentencesOf(plan: RunPlan): readonly string[] {
  const { writes, maxRequests } = plan.session;
  const { requests, creations, needs, missing, tried } = dryRunOf(plan);
  const written =
    writes === 'none'
      ? 'Nothing is written: no method but GET is sent.'
      : `Issues created: at most ${creations} on a service that obeys the rules; more if it stores refused creations. They stay, each with a marker ic-RUN-NUMBER; RUN is the id of the run.`;
  return [
    'Dry run: nothing was sent, and no report is written.',
    `Target: ${targetInWords(plan)}.`,
    `Requests: at most ${requests} on a service that obeys the rules and loses no request; at most ${maxRequests} in all (MAX_REQUESTS), because violations are confirmed and lost requests repeated.`,
    `Writes: ${written}`,
    `Rules: ${tried} would be tried.${missing.length === 0 ? '' : ` Others are skipped without ${missing.join(', ')}.`}`,
    `Data that rules need in the public repository, or they stay undecided: ${needs.open} open and ${countOf(needs.closed, 'closed issue')}. \`${pasteable('populate --count N')}\` creates open ones.`,
  ];
}

export default async function dryRun({ flags }: CommandCall): Promise<void> {
  const settings = usableSettings(flags);
  // A run would also fail here, before it sends anything.
  await baselineOf(settings);
  // The port of the bundled service is chosen at its start.
  const bundled = settings.isBundled ? { ...openService({}), baseUrl: 'http://127.0.0.1' } : null;
  printStdout(...sentencesOf(planRun(settings, bundled)).flatMap((text) => outputStyle().hang('', text)));
}
