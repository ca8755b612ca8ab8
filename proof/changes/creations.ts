import type { Behaviour } from '../../src/service/behaviour.ts';
import { authorOf, isJsonObject, jsonValue } from '../../src/service/conforming/creating.ts';
import type { Call } from '../../src/service/request.ts';
import type { Issue, IssueDraft, Repository } from '../../src/service/world/repository.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Accepts invalid payloads. `draft` makes an issue of the fields; if it returns undefined, the payload is
 * still refused.
 */
export function acceptPayloads(
  b: Behaviour,
  draft: (fields: Fields, value: unknown) => IssueDraft | undefined,
): Pick<Behaviour, 'readPayload'> {
  return {
    readPayload: (text, request) => {
      const payload = b.readPayload(text, request);
      if (payload.kind === 'valid') return payload;
      const value = jsonValue(text);
      if (value === undefined) return payload;
      const accepted = draft(isJsonObject(value) ? value : {}, value);
      return accepted === undefined ? payload : { kind: 'valid', draft: accepted };
    },
  };
}

/** Refuses valid payloads for a reason that the specification does not give. */
export function refusePayloads(
  b: Behaviour,
  refuses: (fields: Fields) => boolean,
): Pick<Behaviour, 'readPayload'> {
  return {
    readPayload: (text, request) => {
      const payload = b.readPayload(text, request);
      const value = jsonValue(text);
      if (payload.kind === 'invalid' || !isJsonObject(value) || !refuses(value)) return payload;
      return { kind: 'invalid', problem: 'not accepted' };
    },
  };
}

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

/** Changes the draft of an issue before it is stored. */
export function storeDraft(
  b: Behaviour,
  change: (draft: IssueDraft) => IssueDraft,
): Pick<Behaviour, 'store'> {
  return { store: (draft, repository, call) => b.store(change(draft), repository, call) };
}

/** Changes a new issue immediately after it is stored. */
export function storeAs(b: Behaviour, change: (issue: Issue) => Issue): Pick<Behaviour, 'store'> {
  return {
    store: async (draft, repository, call) => {
      const issue = await b.store(draft, repository, call);
      const changed = change(issue);
      repository.replace(issue, changed);
      return changed;
    },
  };
}

/** Calls `note` for every stored issue. */
export function noteCreated(
  b: Behaviour,
  note: (issue: Issue, repository: Repository, call: Call) => void,
): Pick<Behaviour, 'store'> {
  return {
    store: async (draft, repository, call) => {
      const issue = await b.store(draft, repository, call);
      note(issue, repository, call);
      return issue;
    },
  };
}

/** Accepts an issue at once, and lists it some milliseconds later. */
export function listLater(milliseconds: (now: number) => number): Pick<Behaviour, 'store'> {
  return {
    store: (draft, repository, call) => {
      const { world } = call.request;
      const issue = repository.prepare(draft, authorOf(call), world.now());
      const insertLater = async () => {
        await world.clock.sleep(milliseconds(world.clock.date()));
        repository.insert(issue);
      };
      void insertLater();
      return issue;
    },
  };
}

/** Milliseconds within which all concurrent requests have arrived. */
export const RACE_MS = 30;
