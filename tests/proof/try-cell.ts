import { injecting } from '../../proof/injected.ts';
import { lettersOf } from '../../proof/verdicts.ts';
import { virtualClock } from '../../src/client/clock.ts';
import { isSuccess } from '../../src/client/exchange.ts';
import { PROFILES } from '../../src/model/profile.ts';
import { gatingIds, ruleIds } from '../../src/model/rule-ids.ts';
import type { Verdict } from '../../src/model/verdict.ts';
import type { AnyRule } from '../../src/observe/observed-rule.ts';
import { openService } from '../../src/service/service.ts';
import { createCallerRules } from '../../suites/create/callers.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor, type TriedAll, tryRules } from '../support/try-service.ts';
import { type Cell, cellName } from './cells.ts';
import { deniedIn, untrueKind, type Witness, witnessed, witnessOf } from './claims.ts';
import { missingEvidence } from './evidence.ts';
import { openNothing, type ServerOfNothing, serverOfNothing } from './implementing-nothing.ts';
import { settingOf } from './settings.ts';

const gating = rules.filter(({ id }) => gatingIds.includes(id));

/** What a machine and a network change. */
interface Circumstances {
  readonly concurrency?: number;
  /** Returns for how long an answer travels, in milliseconds. */
  readonly back?: () => number;
}

/** Opens the service of a cell within this process, on a virtual clock. */
export function openCell(cell: Cell, { concurrency, back }: Circumstances = {}) {
  const { issues, change } = cell.setting === undefined ? {} : settingOf(cell.setting);
  const options = {
    ...(issues === undefined ? {} : { issues }),
    ...(cell.kind === 'fault' ? { faults: [cell.id] } : {}),
    ...(cell.kind === 'variant' ? { variants: [cell.id] } : {}),
    ...('circumstance' in cell ? { circumstance: cell.circumstance } : {}),
  };
  const clock = virtualClock();
  const witness = witnessOf(options);
  const opened =
    cell.kind === 'nothing'
      ? openNothing(serverOfNothing(cell.id))
      : openService(injecting({ ...options, clock }));
  const service = witnessed(opened, witness);
  const { profile } = cell;
  const { writing } = PROFILES[profile].maxRequests;
  const settings = { ...settingsFor(service, 'http://service.test'), profile, maxRequests: writing };
  const surroundings = { transport: inProcess(service, clock, back), clock };
  const changed = change?.(settings) ?? settings;
  return {
    settings: concurrency === undefined ? changed : { ...changed, concurrency },
    surroundings,
    witness,
  };
}

const RULE_ID = new RegExp(`(?<![\\w.-])(?:${ruleIds.join('|').replaceAll('.', '\\.')})(?![\\w-])`, 'g');

/** True if a creation failed a rule on callers who must not create any issue, although it was answered as accepted. */
const isLetIn = (rule: AnyRule, verdict: Verdict): verdict is Verdict & { readonly verdict: 'fail' } =>
  createCallerRules.some(({ id }) => id === rule.id) &&
  verdict.verdict === 'fail' &&
  verdict.violation.exchanges.some((each) => each.request.method === 'POST' && isSuccess(each));

/** Returns what a failure lacks: an expected and an actual result, exchanges. */
function missingFacts(rule: AnyRule, verdict: Verdict): string[] {
  if (verdict.verdict !== 'fail') return [];
  const { expected, actual, exchanges } = verdict.violation;
  const isWhole = expected !== '' && actual !== expected && exchanges.length > 0;
  return isWhole ? [] : [`${rule.id}: its failure lacks facts`];
}

/** Returns reasons that blame a rule that did not fail, or contradict the service; kinds that are wrong; weak failures. */
function untrueTexts({ tried, failed }: TriedAll, witness: Witness): string[] {
  return tried.flatMap(({ rule, verdict }) => {
    const reason = 'reason' in verdict ? (verdict.reason ?? '') : '';
    const blamed = (reason.match(RULE_ID) ?? []).filter((named) => !failed.some((id) => id === named));
    const denied = deniedIn(reason, witness);
    const ofKind = isLetIn(rule, verdict) ? untrueKind(verdict.violation, witness) : [];
    const untrue = [...blamed, ...denied, ...ofKind];
    const facts = missingFacts(rule, verdict);
    return untrue.length === 0 ? facts : [...facts, `${rule.id}: "${reason}": ${untrue.join(', ')}`];
  });
}

const isOutOfRequests = (reason: string): boolean => reason.includes('MAX_REQUESTS');

/**
 * Tries all gating rules on the service of a cell.
 * @returns also whole seconds of the run on its virtual clock, and as `untrue` texts that contradict the service or the run, and
 * failures without facts
 */
export async function tryCell(cell: Cell, circumstances: Circumstances = {}) {
  const { settings, surroundings, witness } = openCell(cell, circumstances);
  const all = await tryRules(settings, gating, surroundings);
  const { tried, requests, waited, unusable } = all;
  const seconds = Math.round(surroundings.clock.now() / 1000);
  const untrue = [...untrueTexts(all, witness), ...tried.flatMap(missingEvidence)];
  if (cell.kind !== 'nothing' && unusable !== null) untrue.push(`${cellName(cell)} is unusable: ${unusable}`);
  if (cell.kind === 'nothing') untrue.push(...untrueEnd(serverOfNothing(cell.id), all));
  const verdicts = new Map(tried.map(({ rule, verdict }) => [rule.id, verdict]));
  const reasons = new Map(
    tried.map(({ rule, verdict }) => [rule.id, 'reason' in verdict ? (verdict.reason ?? '') : '']),
  );
  if (requests < PROFILES[cell.profile].maxRequests.writing && [...reasons.values()].some(isOutOfRequests))
    untrue.push(`only ${requests} requests were sent`);
  const letters = lettersOf(verdicts);
  return { letters, requests, seconds, waited, unusable, untrue, reasons };
}

export type TriedCell = Awaited<ReturnType<typeof tryCell>>;

/** Returns how a server that implements nothing ended otherwise than it should. */
function untrueEnd({ says, exit }: ServerOfNothing, { failed, unusable }: TriedAll): string[] {
  const end = `${unusable ?? ''} ${failed.join(' ')}`;
  const isRight = (unusable === null) === (exit !== 2) && (exit !== 1 || failed.length > 0);
  return [
    ...(isRight ? [] : [`it ends otherwise than with ${exit}: ${end}`]),
    ...(says.test(end) ? [] : [`"${end}" does not say ${String(says)}`]),
  ];
}
