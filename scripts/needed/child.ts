// Tries cells that the parent process names, in a test build whose guards can be left out.
import type { GuardSwitches } from '../../proof/needed/guard.ts';
import { PROFILES } from '../../src/engine/profile.ts';
import { type TriedAll, tryRules } from '../../src/host/in-process.ts';
import { rules } from '../../suites/index.ts';
import { GATING } from '../../tests/proof/cell.ts';
import { fakeServices } from '../../tests/support/fake-services.ts';
import { settingsFor, tryService } from '../../tests/support/try-service.ts';
import { nameOf, type ServiceCell } from './cells.ts';
import type { Outcome } from './outcome.ts';

declare global {
  var guardSwitches: GuardSwitches;
}

/** What a child is asked to do: to try a cell, with one guard left out, or none. */
export interface Task {
  readonly cell: ServiceCell;
  readonly out: string | null;
}

const NAMES = {
  owner: 'acme',
  repo: 'widgets',
  privateOwner: 'acme',
  privateRepo: 'secret',
  token: 'token-of-a-member',
  outsiderToken: 'token-of-an-outsider',
};

let out: string | null = null;
const reached = new Set<string>();
const decided = new Set<string>();

globalThis.guardSwitches = {
  isOut: (id) => {
    reached.add(id);
    return id === out;
  },
  keep: (id, value, without) => {
    if (!decided.has(id) && !Object.is(value, without())) decided.add(id);
    return value;
  },
};

const gating = rules.filter(({ id }) => GATING.includes(id));

/** Tries all gating rules on a server that implements nothing, as the matrix does. */
async function tryNothing({ id, profile }: ServiceCell): Promise<TriedAll> {
  const fake = fakeServices[id];
  if (fake === undefined) throw new Error(`no server is called ${id}`);
  const service = await fake.start();
  try {
    const settings = {
      ...settingsFor(NAMES, service.baseUrl),
      profile,
      maxRequests: PROFILES[profile].maxRequests.writing,
      timeoutMs: 500,
      listedWithinMs: 200,
    };
    return await tryRules(settings, gating);
  } finally {
    await service.stop();
  }
}

function tryCell(cell: ServiceCell): Promise<TriedAll> {
  switch (cell.kind) {
    case 'variant':
      return tryService({ variants: [cell.id] }, { profile: cell.profile, only: GATING });
    case 'fault': {
      const { id, profile, circumstance } = cell;
      const under = circumstance === undefined ? {} : { circumstance };
      return tryService({ faults: [id], ...under }, { profile, only: GATING });
    }
    case 'nothing':
      return tryNothing(cell);
    case 'hostile':
    case 'program':
      throw new Error(`cannot try ${nameOf(cell)}`);
  }
}

function outcomeOf({ tried, requests }: TriedAll): Outcome {
  const by = (tell: (one: TriedAll['tried'][number]) => string): Record<string, string> =>
    Object.fromEntries(tried.map((one) => [one.rule.id, tell(one)]));
  return {
    verdicts: by(({ verdict }) => verdict.verdict),
    reasons: by(({ verdict }) =>
      'reason' in verdict ? verdict.reason : 'violation' in verdict ? verdict.violation.actual : '',
    ),
    requests,
    reached: [...reached],
    decided: [...decided],
    error: null,
  };
}

async function work(task: Task): Promise<Outcome> {
  ({ out } = task);
  reached.clear();
  decided.clear();
  try {
    return outcomeOf(await tryCell(task.cell));
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    return { ...outcomeOf({ tried: [], requests: 0, retries: 0, unusable: null }), error: told };
  }
}

process.on('message', (task: Task) => {
  void work(task).then((outcome) => process.send?.(outcome));
});
