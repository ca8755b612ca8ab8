import { JSON_TYPE } from '../answer.ts';
import type { Behaviour, Payload } from '../behaviour.ts';
import type { Call } from '../request.ts';
import type { Account } from '../world/repository.ts';

/** Conforming creation (sections 2 and 4.2). */
export const creating = {
  readPayload: (text) => {
    const value = jsonValue(text);
    if (value === undefined) return invalid('the payload is no JSON');
    if (!isJsonObject(value)) return invalid('the payload is no object');
    const title = Object.hasOwn(value, 'title') ? value['title'] : undefined;
    const body = Object.hasOwn(value, 'body') ? value['body'] : undefined;
    if (typeof title !== 'string' || title === '') return invalid('title must be a text that is not empty');
    if (body !== undefined && body !== null && typeof body !== 'string') {
      return invalid('body must be a text or null');
    }
    return { kind: 'valid', draft: { title, body: body ?? null } };
  },

  store: (draft, repository, call) =>
    repository.insert(repository.prepare(draft, authorOf(call), call.request.world.now())),

  createdAnswer: (issue, record) => ({
    status: 201,
    headers: { 'content-type': JSON_TYPE, location: issue.html_url },
    body: record,
  }),

  afterRefusedCreate: () => undefined,
} satisfies Partial<Behaviour>;

const NOBODY: Account = { login: 'ghost', id: 1 };

/** Returns the author of a new issue. A faulty service may let in an unknown caller. */
export function authorOf({ caller }: Call): Account {
  return caller.kind === 'known' ? caller.account : NOBODY;
}

function invalid(problem: string): Payload {
  return { kind: 'invalid', problem };
}

/** Returns the JSON value of a text; undefined if it is invalid. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True if a JSON value is an object, not null or an array. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
