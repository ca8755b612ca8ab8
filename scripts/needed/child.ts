// Tries cells that the parent process names, in a test build with guards that can be left out.
import type { GuardSwitches } from '../../proof/needed/guard.ts';
import { messageOf } from '../../src/client/thrown.ts';
import type { TriedAll } from '../../src/host/in-process.ts';
import type { ServiceCell } from './cells.ts';
import type { CellOutcome } from './outcome.ts';
import { tryCell } from './try-cell.ts';

declare global {
  var guardSwitches: GuardSwitches;
}

/** A task for a child: a cell, and the guard to leave out or `null`. */
export interface Task {
  readonly cell: ServiceCell;
  readonly out: string | null;
}

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

function outcomeOf({ tried, requests }: TriedAll): CellOutcome {
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

async function work(task: Task): Promise<CellOutcome> {
  ({ out } = task);
  reached.clear();
  decided.clear();
  try {
    return outcomeOf(await tryCell(task.cell));
  } catch (error) {
    const told = messageOf(error);
    return { ...outcomeOf({ tried: [], requests: 0, retries: 0, unusable: null }), error: told };
  }
}

process.on('message', (task: Task) => {
  void work(task).then((outcome) => process.send?.(outcome));
});
