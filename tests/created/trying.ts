import { type Injected, injecting } from '../../proof/injected.ts';
import type { SentRequest } from '../../src/client/exchange.ts';
import type { Tried } from '../../src/engine/rule-attempt.ts';
import { tryRules } from '../../src/host/in-process.ts';
import { PROFILES } from '../../src/model/profile.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { ConfirmedViolation } from '../../src/model/violation.ts';
import type { RunSettings } from '../../src/run/run-settings.ts';
import { openService, type Service } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

/** What became of some rules on a service within the process. */
export interface Outcome {
  /** By the id of the rule. */
  readonly verdicts: Readonly<Record<string, string>>;
  /** Rules that failed. */
  readonly failed: readonly string[];
  /** @throws {Error} where it was not tried */
  readonly of: (id: RuleId) => Tried;
  /** Why a rule is not decided; empty where it is. */
  readonly why: (id: RuleId) => string;
  /** What a rule that failed was seen to break. @throws {Error} where it did not fail */
  readonly violation: (id: RuleId) => ConfirmedViolation;
  /** The value of an observation; nothing where none was made. */
  readonly value: (id: RuleId) => string | undefined;
  /** Every attempt that was sent. */
  readonly sent: readonly SentRequest[];
}

/** Settings that differ from those of {@link settingsFor}. */
export type Otherwise = Partial<Omit<RunSettings, 'bed'>> & { readonly bed?: Partial<RunSettings['bed']> };

function settingsWith(service: Service, { bed, ...settings }: Otherwise): RunSettings {
  const usual = settingsFor(service, 'http://service.test');
  const { maxRequests } = PROFILES[settings.profile ?? usual.profile];
  return { ...usual, maxRequests: maxRequests.writing, ...settings, bed: { ...usual.bed, ...bed } };
}

/** Tries some rules on the reference service within the process, by a clock of its own. */
export async function tryOn(
  options: Injected,
  ids: readonly RuleId[],
  settings: Otherwise = {},
): Promise<Outcome> {
  const clock = new VirtualClock();
  const service = openService(injecting({ ...options, clock }));
  const inner = inProcess(service, clock);
  const sent: SentRequest[] = [];
  const transport: typeof inner = {
    ...inner,
    send: (request, how) => {
      sent.push(request);
      return inner.send(request, how);
    },
  };
  const { tried } = await tryRules(
    settingsWith(service, settings),
    rules.filter(({ id }) => ids.includes(id)),
    { transport, clock },
  );
  return outcomeOn(tried, sent);
}

function outcomeOn(tried: readonly Tried[], sent: readonly SentRequest[]): Outcome {
  const of = (id: RuleId): Tried => {
    const found = tried.find(({ rule }) => rule.id === id);
    if (found === undefined) throw new Error(`${id} was not tried`);
    return found;
  };
  return {
    verdicts: Object.fromEntries(tried.map(({ rule, verdict }) => [rule.id, verdict.verdict])),
    failed: tried.flatMap(({ rule, verdict }) => (verdict.verdict === 'fail' ? [rule.id] : [])),
    of,
    why: (id) => {
      const { verdict } = of(id);
      return verdict.verdict === 'inconclusive' || verdict.verdict === 'skip' ? verdict.reason : '';
    },
    violation: (id) => {
      const { verdict } = of(id);
      if (verdict.verdict !== 'fail') throw new Error(`${id} did not fail: ${JSON.stringify(verdict)}`);
      return verdict.violation;
    },
    value: (id) => {
      const { verdict } = of(id);
      return verdict.verdict === 'observed' ? verdict.observation.value : undefined;
    },
    sent,
  };
}
