import type { Behaviour, Change, RefusalReason } from '../../src/service/behaviour.ts';
import { creatorOf, isJsonObject, jsonValue } from '../../src/service/conforming.ts';
import { type Call, isCreate, type ServiceRequest } from '../../src/service/request.ts';
import type { Issue, IssueDraft, Repository } from '../../src/service/world.ts';
import { failure } from './answers.ts';
import { combine, nthOf, revise } from './decisions.ts';
import { removeOldestOpen } from './other-clients.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Accepts the invalid payloads of which `draft` makes an issue. */
export const acceptPayloads = (draft: (fields: Fields, value: unknown) => IssueDraft | undefined): Change =>
  revise('readPayload', (usual, text) => {
    const value = jsonValue(text);
    return usual === undefined && value !== undefined
      ? draft(isJsonObject(value) ? value : {}, value)
      : usual;
  });

/** Refuses valid payloads for a reason that the specification does not give. */
export const refusePayloads = (refuses: (fields: Fields) => boolean): Change =>
  revise('readPayload', (draft, text) => {
    const value = jsonValue(text);
    return isJsonObject(value) && refuses(value) ? undefined : draft;
  });

/** Returns the draft of an invalid payload, with defaults for missing fields. */
export function whateverIsIn(text: string): IssueDraft {
  const value = jsonValue(text);
  const { title, body } = isJsonObject(value) ? value : {};
  return {
    title: typeof title === 'string' ? title : 'untitled',
    body: typeof body === 'string' ? body : null,
  };
}

/** Accepts every invalid payload. */
export const acceptAll: Change = acceptPayloads((_fields, value) => whateverIsIn(JSON.stringify(value)));

/** Returns the issue for the response without storing it. */
export function prepareOnly(draft: IssueDraft, repository: Repository, call: Call): Issue {
  return repository.prepare(draft, creatorOf(call), call.request.world.now());
}

/** Answers the creation of some issues with an error, and does not store them. */
export const failAtIssue = (status: number, fails: (draft: IssueDraft) => boolean): Change =>
  combine(
    storeUnless((_call, draft) => fails(draft)),
    revise('createdAnswer', (answer, issue) => (fails(issue) ? failure(status) : answer)),
  );

export const beforeStoring =
  (act: (b: Behaviour, ...storing: Parameters<Behaviour['store']>) => unknown): Change =>
  (b) => ({
    store: async (...storing) => {
      await act(b, ...storing);
      return b.store(...storing);
    },
  });

export const storeDraft =
  (change: (draft: IssueDraft, call: Call) => IssueDraft): Change =>
  (b) => ({ store: (draft, repository, call) => b.store(change(draft, call), repository, call) });

/** Changes a new issue immediately after it is stored. */
export const storeAs = (change: (issue: Issue) => Issue): Change =>
  revise('store', async (storing, _draft, repository) => {
    const issue = await storing;
    const changed = change(issue);
    repository.replace(issue, changed);
    return changed;
  });

/** Stores nothing for some creations, which are answered as if they were stored. */
export const storeUnless =
  (isLost: (call: Call, draft: IssueDraft) => boolean): Change =>
  (b) => ({
    store: (draft, repository, call) =>
      (isLost(call, draft) ? prepareOnly : b.store)(draft, repository, call),
  });

export const loseEvery =
  (n: number): Change =>
  (b) => {
    const isNth = nthOf(n, isCreate);
    return storeUnless(({ request }) => isNth(request))(b);
  };

export const storeTwice = (applies: (request: ServiceRequest) => boolean = () => true): Change =>
  beforeStoring((b, draft, repository, call) => applies(call.request) && b.store(draft, repository, call));

/**
 * Answers creations that come while another one is under way with a status, some milliseconds later, and stores
 * nothing. For each of them a creation that comes alone may be answered with a status too.
 */
export const refuseBeside =
  (status: number, afterMs = 0, later?: number): Change =>
  (b) => {
    let [underWay, conflicts] = [0, 0];
    const refused = new WeakMap<ServiceRequest, number>();
    return {
      store: async (draft, repository, call) => {
        if (underWay > 0) {
          conflicts += 1;
          refused.set(call.request, status);
        } else if (conflicts > 0 && later !== undefined) {
          conflicts -= 1;
          refused.set(call.request, later);
        }
        if (refused.has(call.request)) {
          await call.request.pause(afterMs);
          return prepareOnly(draft, repository, call);
        }
        underWay += 1;
        await call.request.pause(RACE_MS);
        underWay -= 1;
        return b.store(draft, repository, call);
      },
      createdAnswer: (issue, record, call) => {
        const refusal = refused.get(call.request);
        return refusal === undefined ? b.createdAnswer(issue, record, call) : failure(refusal);
      },
    };
  };

/** Calls `note` for every stored issue, with the number of issues so far. */
export const noteCreated =
  (note: (issue: Issue, repository: Repository, call: Call, count: number) => void): Change =>
  (b) => {
    let count = 0;
    return revise('store', async (storing, _draft, repository, call) => {
      const issue = await storing;
      count += 1;
      note(issue, repository, call, count);
      return issue;
    })(b);
  };

/** Makes a change that can tell which issues were created since the start. */
export const knowingNew =
  (change: (isNew: (issue: Issue) => boolean) => Change): Change =>
  (b) => {
    const created = new WeakSet<Issue>();
    return combine(
      noteCreated((issue) => created.add(issue)),
      change((issue) => created.has(issue)),
    )(b);
  };

export const removeOldestAtEvery = (n: number): Change =>
  noteCreated((_issue, repository, _call, count) => {
    if (count % n === 0) removeOldestOpen(repository);
  });

/** Accepts an issue at once, and lists it some milliseconds later. */
export const listLater =
  (milliseconds: (now: number) => number): Change =>
  () => ({
    store: (draft, repository, call) => {
      const { clock } = call.request.world;
      const issue = prepareOnly(draft, repository, call);
      void clock.sleep(milliseconds(clock.date())).then(() => repository.insert(issue));
      return issue;
    },
  });

/** Milliseconds within which all concurrent requests have arrived. */
export const RACE_MS = 30;

/** The options of {@link storeRefused}: which refused creations it stores, when, and in which repository. */
interface Storing {
  /** By default, what is refused before anything but its credential is looked at. */
  readonly refusals?: readonly RefusalReason[];
  /** Calls `store` at once, unless it does so at another time. */
  readonly when?: (store: () => void, call: Call) => void;
  readonly into?: (call: Call) => Repository | undefined;
}

/** Stores creations that are refused for some reasons. */
export const storeRefused =
  ({
    refusals = ['credential-missing', 'credential-unknown'],
    when = (store) => store(),
    into = ({ repository }) => repository,
  }: Storing = {}): Change =>
  (b) => ({
    afterRefusedCreate: (refusal, valid, call) => {
      b.afterRefusedCreate(refusal, valid, call);
      const draft = refusal === 'payload-invalid' ? whateverIsIn(call.request.body) : valid;
      const repository = into(call);
      if (!refusals.includes(refusal) || draft === undefined || repository === undefined) return;
      when(() => void b.store(draft, repository, call), call);
    },
  });
