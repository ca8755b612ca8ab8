import { unescape } from 'node:querystring';
import { setTimeout } from 'node:timers/promises';
import type { Behaviour, Change, RefusalReason } from './behaviour.ts';
import { conforming } from './conforming.ts';
import { buildWorld, fixture } from './fixture.ts';
import { type Call, isCreate, isList, type ListCall, type Reply, type ServiceRequest } from './request.ts';
import type { IssueDraft, Repository, World } from './world.ts';

export interface ServiceOptions {
  /** Changes of the behaviour, applied in order. */
  readonly changes?: readonly Change[];
  /** Number of open records in the public repository. */
  readonly issues?: number;
  /** The port of a listening service; by default 0, a free one. */
  readonly port?: number;
  /** Default: the machine's clock. */
  readonly clock?: World['clock'];
}

interface Incoming extends Pick<ServiceRequest, 'method' | 'url' | 'header'> {
  readonly body: () => Promise<string>;
}

async function carryOut(behaviour: Behaviour, request: ServiceRequest): Promise<Reply> {
  const refuse = (refusal: RefusalReason, status = behaviour.refusalStatus(refusal, request)): Reply =>
    behaviour.refusalAnswer(refusal, status, request);
  if (request.owner === '') return refuse('path-unknown');
  if (!isList(request) && !isCreate(request)) return refuse('method-unknown');

  const { owner, repo, body } = request;
  const caller = behaviour.authenticate(request.header('authorization'), request);
  const repository = behaviour.findRepository(owner, repo, request);
  const call = { request, caller, repository };
  const draft = isCreate(request) ? behaviour.readPayload(body, request) : undefined;
  const objections: Readonly<Record<Behaviour['listChecks'][number], () => RefusalReason | undefined>> = {
    credential: () => behaviour.refuseCredential(call),
    repository: () =>
      behaviour.refuseRepository(
        call,
        repository !== undefined && behaviour.mayUse(caller, repository, request),
      ),
    query: () => behaviour.refuseQuery(call),
    payload: () => behaviour.refusePayload(draft, call),
  };
  for (const check of isCreate(request) ? behaviour.createChecks : behaviour.listChecks) {
    const refusal = objections[check]();
    if (refusal === undefined) continue;
    if (isCreate(request)) behaviour.afterRefusedCreate(refusal, draft, call);
    return refuse(refusal);
  }
  // Only a fault lets through a request without a repository or with an invalid payload.
  if (repository === undefined) return refuse('repository-unknown', 500);
  if (isList(request)) return listIssues(behaviour, { ...call, repository });
  return draft === undefined
    ? refuse('payload-invalid', 500)
    : createIssue(behaviour, { ...call, repository }, draft);
}

type Addressed = Call & { readonly repository: Repository };

function listIssues(behaviour: Behaviour, call: Addressed): Reply {
  const { request, repository } = call;
  const { query } = request;
  const listing: ListCall = {
    ...call,
    state: behaviour.stateFilter(query('state'), request),
    order: behaviour.order(query('sort'), query('direction'), request),
    window: {
      size: behaviour.pageSize(query('per_page'), request),
      page: behaviour.pageNumber(query('page'), request),
    },
  };
  const arranged = behaviour.arrange(repository.issues, listing.state, listing.order, request);
  const records = behaviour
    .cut(arranged, listing.window, listing)
    .map((issue, index) => behaviour.renderRecord(issue, { index, listing }, request));
  return behaviour.listAnswer(records, arranged.length, listing);
}

async function createIssue(behaviour: Behaviour, call: Addressed, draft: IssueDraft): Promise<Reply> {
  const issue = await behaviour.store(draft, call.repository, call);
  const record = behaviour.renderRecord(issue, { index: 0, listing: undefined }, call.request);
  return behaviour.createdAnswer(issue, record, call);
}

const COLLECTION = /^\/repos\/([^/]+)\/([^/]+)\/issues$/;

const systemClock: World['clock'] = {
  // Dates never go backwards, even if the machine's clock is set back.
  date: () => performance.timeOrigin + performance.now(),
  sleep: (ms) => setTimeout(ms, undefined, { ref: false }),
};

export function openService(options: ServiceOptions = {}) {
  const { changes = [], clock = systemClock, issues } = options;
  // A change creates its state when it is called, so that services share none.
  const behaviour = changes.reduce<Behaviour>((b, change) => Object.assign({}, b, change(b)), conforming);
  const world = buildWorld(clock, issues);
  let requests = 0;

  const handle = async ({ method, url, header, body }: Incoming): Promise<Reply> => {
    requests += 1;
    const [, owner = '', repo = ''] = COLLECTION.exec(url.pathname) ?? [];
    const request: ServiceRequest = {
      ordinal: requests,
      method,
      url,
      header: (name) => header(name.toLowerCase()),
      query: (name) => url.searchParams.get(name) ?? undefined,
      // Unlike decodeURIComponent, it takes any text.
      owner: unescape(owner),
      repo: unescape(repo),
      body: await body(),
      world,
      pause: clock.sleep,
    };
    return behaviour.around(() => carryOut(behaviour, request), request);
  };
  return {
    ...fixture,
    handle,
    requests: () => requests,
  };
}
