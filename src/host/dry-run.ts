import { LEAK_RULES } from '../access/private-records.ts';
import type { RepositoryName } from '../client/request.ts';
import { sameRepository } from '../client/test-bed.ts';
import { missingOf } from '../engine/verdicts.ts';
import { PROFILES } from '../model/profile.ts';
import type { AnyRule } from '../model/rule.ts';
import type { RuleId } from '../model/rule-ids.ts';
import { isGating, type Need } from '../model/words.ts';
import { type NeededData, neededData } from './data-needs.ts';
import type { RunPlan } from './plan.ts';

/** Rules that lack the same settings. */
interface SkippedRules {
  readonly missing: readonly Need[];
  readonly rules: readonly RuleId[];
}

/** The plan of a run as known before it starts. */
export interface DryRun {
  readonly tried: { readonly gating: readonly RuleId[]; readonly observed: readonly RuleId[] };
  readonly skipped: readonly SkippedRules[];
  readonly requests: {
    /** Maximum on a service that obeys every rule and loses no request. */
    readonly healthy: number;
    /** Hard limit (MAX_REQUESTS). */
    readonly most: number;
    /** Maximum without a credential, and with an invalid one; `null` if only `most` limits them. */
    readonly anonymous: number | null;
    readonly invalid: number | null;
  };
  /** Maximum number of issues created on a service that obeys every rule; 0 if none. */
  readonly creations: number;
  /** The private repository in which the canary is created; `null` if none is. */
  readonly canary: RepositoryName | null;
  /** Existing repositories that receive a POST, even one that must be refused. */
  readonly posted: readonly RepositoryName[];
  /** Methods other than GET and POST, by the existence of the repository that receives them. */
  readonly methods: { readonly listed: readonly string[]; readonly madeUp: readonly string[] };
  readonly data: readonly NeededData[];
}

/** Returns the tried rules that need WRITES. An observation that the profile leaves out sends nothing. */
const writing = (tried: readonly AnyRule[]): readonly AnyRule[] =>
  tried.filter(({ needs }) => needs.some((need) => need.startsWith('WRITES')));

function skippedOf(rules: readonly AnyRule[], plan: RunPlan): SkippedRules[] {
  const groups = new Map<string, { missing: readonly Need[]; rules: RuleId[] }>();
  for (const rule of rules) {
    const missing = missingOf(rule, plan.session);
    if (missing.length === 0) continue;
    const name = missing.join(' ');
    const group = groups.get(name) ?? { missing, rules: [] };
    group.rules.push(rule.id);
    groups.set(name, group);
  }
  return [...groups.values()];
}

function methodsOf(tried: readonly AnyRule[]): DryRun['methods'] {
  const methods = tried.flatMap((rule) => (rule.level === 'observed' ? (rule.methods ?? []) : []));
  return {
    listed: methods.flatMap(({ listed }) => listed),
    madeUp: methods.flatMap(({ madeUp }) => madeUp),
  };
}

/** Returns what a run would send, write, try and need. Pure; it sends nothing. @param all the catalogue */
export function dryRunOf(plan: RunPlan, all: readonly AnyRule[]): DryRun {
  const { session } = plan;
  const { bed, writes } = session;
  const profile = PROFILES[session.profile];
  const chosen = new Set(plan.rules);
  const rules = all.filter(({ id }) => chosen.has(id));
  const tried = rules.filter((rule) => missingOf(rule, session).length === 0);
  const observed = tried.filter((rule) => !isGating(rule));
  const isWriting = writing(tried).length > 0;
  const isPlanting =
    writes === 'all' && bed.privateRepository !== undefined && tried.some(({ id }) => LEAK_RULES.has(id));
  const canary = isPlanting ? (bed.privateRepository ?? null) : null;
  const { reading, writing: beside, creations } = profile.healthy;
  const rationed = bed.token === undefined ? {} : profile.rations;
  const most = session.maxRequests;
  const within = (ration: { readonly most: number } | undefined): number | null =>
    ration === undefined ? null : Math.min(ration.most, most);
  const isPrivatePosted = isWriting && bed.privateRepository !== undefined;
  const named = [
    ...(isWriting ? [bed.written] : []),
    ...(isPrivatePosted || isPlanting ? [bed.privateRepository] : []),
  ];
  return {
    tried: {
      gating: tried.filter(isGating).map(({ id }) => id),
      observed: observed.map(({ id }) => id),
    },
    skipped: skippedOf(rules, plan),
    requests: {
      healthy: Math.min(isWriting || isPlanting ? beside : reading, most),
      most,
      anonymous: within(rationed.none),
      invalid: within(rationed.invalid),
    },
    creations: writes === 'all' ? Math.min(isWriting ? creations : Number(isPlanting), most) : 0,
    canary,
    posted: named.flatMap((one) => one ?? []),
    methods: profile.observes ? methodsOf(tried) : { listed: [], madeUp: [] },
    data: neededData(tried.filter(isGating)),
  };
}

/** True if issues are created in another repository than the one that is read. */
export const isWrittenApart = ({ session: { bed } }: RunPlan): boolean =>
  !sameRepository(bed.repository, bed.written);
