import { ask, type Caller, type Query, queryText } from '../../src/model/ask.ts';
import type { Case } from '../../src/model/rule.ts';
import type { Run } from '../../src/run/run.ts';

/** A listing, and the listings of the same caller that it is compared with. */
interface Compared extends Pick<Case, 'quick' | 'check'> {
  readonly query: Query;
  readonly twins: Readonly<Record<string, Query>>;
}

/** Makes a case of a listing beside others. */
export const beside = (run: Run, caller: Caller, { query, twins, quick, check }: Compared): Case => ({
  name: `${queryText(query)} with ${caller.shown}`,
  own: ask(run.list(caller, query)),
  twins: Object.fromEntries(Object.entries(twins).map(([name, twin]) => [name, ask(run.list(caller, twin))])),
  quick,
  check,
});
