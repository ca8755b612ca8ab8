import { RunContext } from '../../src/context/run-context.ts';
import { runPreflight } from '../../src/engine/run-preflight.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { type Observed, Observer } from '../../src/observe/observer.ts';
import { rules } from '../../suites/index.ts';
import { type Opening, openTarget } from '../support/try-service.ts';

export const observedRules = rules.filter((rule) => rule.level === 'observed');

interface Seen {
  readonly made: ReadonlyMap<RuleId, Observed>;
  readonly requests: number;
  /** Answers that gating rules could have judged meanwhile. */
  readonly judged: number;
}

/** Makes observations of the bundled service, within this process and on a virtual clock. */
export async function observe(opening: Opening = {}, only?: RuleId): Promise<Seen> {
  const target = openTarget(opening);
  const run = new RunContext(target.settings, target.surroundings);
  const made = new Map<RuleId, Observed>();
  await runPreflight(run);
  let judged = 0;
  run.listen(({ ask }) => {
    if (ask.observed === undefined) judged += 1;
  });
  const before = run.client.requests;
  const chosen = observedRules.filter(({ id }) => only === undefined || id === only);
  await new Observer(run, chosen, made).makeRest();
  await run.client.close();
  return { made, requests: run.client.requests - before, judged };
}

export const told = (observed: Observed | undefined): string | undefined =>
  observed === undefined || 'value' in observed ? observed?.value : observed.cause;
export const values = ({ made }: Seen): Record<string, string | undefined> =>
  Object.fromEntries([...made].map(([id, observed]) => [id, told(observed)]));
export const valueOf = async (id: RuleId, opening: Opening) =>
  told((await observe(opening, id)).made.get(id));

/** The values of the bundled service. */
export const REFERENCE: Readonly<Record<string, string>> = {
  'observed.content-type': 'application/json; charset=utf-8',
  'observed.issue.fields':
    'body:null|string comments:number created_at:string html_url:string id:number labels:array number:number pull_request?:object state:string title:string updated_at:string user:object',
  'observed.issue.pull-requests': 'told apart by pull_request',
  'observed.accept.omitted': '200, same results',
  'observed.accept.other':
    '`application/json`, `text/html` → 200, content-type: application/json; charset=utf-8',
  'observed.page.default': '200, same results',
  'observed.page.zero': '200, same as page 1',
  'observed.page.negative': '200, same as page 1',
  'observed.page.not-a-number': '200, same as page 1',
  'observed.links': 'last, next; next → 200, same as page 2',
  'observed.caching': 'ETag → 304',
  'observed.names.case': '200, same results',
  'observed.sort.empty': '200, default order',
  'observed.direction.invalid': '200, default order',
  'observed.version.omitted': '200, same results',
  'observed.version.unknown': '200, same results',
  'observed.page.huge': '200, empty',
  'observed.per-page.not-an-integer': '`abc`, empty → 200, default size; 5 and 7 → 200, size 5',
  'observed.direction.alone': '200, another order',
  'observed.state.values': '`all`, `closed` → 200, other issues; `qxnonexistent` → 200, same as open',
  'observed.sort.values': '`created`, `updated` → 200, another order; `title` → 200, default order',
  'observed.page.beyond-end': '200, empty',
  'observed.auth.before-payload': '401',
  'observed.auth.before-repository': '401',
  'observed.private.indistinguishable': 'cannot be told apart',
  'observed.create.state': 'open',
  'observed.create.round-trip': 'unusual characters, spaces at the ends, line break → unchanged',
  'observed.create.visible-after': 'at once',
  'observed.methods': 'HEAD → 200; OPTIONS, PUT → 405, allow: GET, POST',
  'observed.create.empty-title': 'empty → 422; only spaces → 201',
  'observed.create.null-body': '201',
  'observed.create.malformed-json': '422',
  'observed.create.no-payload': '422',
  'observed.create.extra-fields': '201, extra field not returned',
  'observed.create.content-type': 'none, `text/plain` → 201',
  'observed.errors.body':
    '401: application/json {message}; 404: application/json {message}; 422: application/json {message}',
  'observed.rate-limit': 'no rate limit headers',
  'observed.create.status': '201',
  'observed.create.response': 'title at title; Location',
  'observed.auth.schemes': '`bearer` → accepted; `token` → 401',
  'observed.auth.token-case': '401',
};
