import type { Change, Payload, Refusal } from '../../src/service/behaviour.ts';
import { authorOf, isJsonObject, jsonValue } from '../../src/service/conforming/creating.ts';
import { type Call, isCreate } from '../../src/service/request.ts';
import type { Issue, IssueDraft, Repository } from '../../src/service/world/repository.ts';
import { failure } from './answers.ts';
import { revise } from './decisions.ts';
import { nthOf } from './moments.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Accepts the invalid payloads of which `draft` makes an issue. */
export const acceptPayloads = (draft: (fields: Fields, value: unknown) => IssueDraft | undefined): Change =>
  revise('readPayload', (payload, text) => {
    const value = jsonValue(text);
    if (payload.kind === 'valid' || value === undefined) return payload;
    const accepted = draft(isJsonObject(value) ? value : {}, value);
    return accepted === undefined ? payload : { kind: 'valid', draft: accepted };
  });

/** Refuses valid payloads for a reason that the specification does not give. */
export const refusePayloads = (refuses: (fields: Fields) => boolean): Change =>
  revise('readPayload', (payload, text) => {
    const value = jsonValue(text);
    if (payload.kind === 'invalid' || !isJsonObject(value) || !refuses(value)) return payload;
    return { kind: 'invalid', problem: 'not accepted' };
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

/** Returns the issue for the response without storing it. */
export function prepareOnly(draft: IssueDraft, repository: Repository, call: Call): Issue {
  return repository.prepare(draft, authorOf(call), call.request.world.now());
}

/** Answers the creation of some issues with an error, and does not store them. */
export const failAtIssue =
  (status: number, fails: (issue: Issue) => boolean): Change =>
  (b) => ({
    store: (draft, repository, call) => {
      const prepared = prepareOnly(draft, repository, call);
      return fails(prepared) ? prepared : b.store(draft, repository, call);
    },
    createdAnswer: (issue, record, call) =>
      fails(issue) ? failure(status) : b.createdAnswer(issue, record, call),
  });

/** Changes the draft of an issue before it is stored. */
export const storeDraft =
  (change: (draft: IssueDraft) => IssueDraft): Change =>
  (b) => ({ store: (draft, ...where) => b.store(change(draft), ...where) });

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

/** Stores nothing for every `n`th creation. */
export const loseEvery =
  (n: number): Change =>
  (b) => {
    const isNth = nthOf(n, isCreate);
    return storeUnless(({ request }) => isNth(request))(b);
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

/** Reasons to refuse a creation before anything but its credential is looked at. */
export const CREDENTIAL_REFUSALS: readonly Refusal[] = ['credential-missing', 'credential-unknown'];

const draftOf = (payload: Payload, refusal: Refusal, { request }: Call): IssueDraft | undefined => {
  if (payload.kind === 'valid') return payload.draft;
  return refusal === 'payload-invalid' ? whateverIsIn(request.body) : undefined;
};

/** Stores creations that are refused for some reasons, at once unless `when` calls `store` at another time. */
export const storeRefused =
  (
    refusals: readonly Refusal[],
    when: (store: () => void, call: Call) => void = (store) => store(),
    into: (call: Call) => Repository | undefined = ({ repository }) => repository,
  ): Change =>
  (b) => ({
    afterRefusedCreate: (refusal, payload, call) => {
      b.afterRefusedCreate(refusal, payload, call);
      const draft = draftOf(payload, refusal, call);
      const repository = into(call);
      if (!refusals.includes(refusal) || draft === undefined || repository === undefined) return;
      when(() => void b.store(draft, repository, call), call);
    },
  });

/** Milliseconds within which all concurrent requests have arrived. */
export const RACE_MS = 30;
