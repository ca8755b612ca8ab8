import type { Behaviour } from '../behaviour.ts';
import { type Call, JSON_TYPE } from '../request.ts';
import type { Account } from '../world.ts';

/** Conforming creation (sections 2 and 4.2). */
export const creating = {
  readPayload: (text) => {
    const value = jsonValue(text);
    if (!isJsonObject(value)) return undefined;
    const { title, body = null } = value;
    if (typeof title !== 'string' || title === '') return undefined;
    return body === null || typeof body === 'string' ? { title, body } : undefined;
  },

  store: (draft, repository, call) =>
    repository.insert(repository.prepare(draft, creatorOf(call), call.request.world.now())),

  createdAnswer: (issue, record) => ({
    status: 201,
    headers: { 'content-type': JSON_TYPE, location: issue.html_url },
    body: record,
  }),

  afterRefusedCreate: () => undefined,
} satisfies Partial<Behaviour>;

const NOBODY: Account = { login: 'ghost', id: 1 };

/** Returns the author of a new issue. A faulty service may accept an unknown caller. */
export const creatorOf = ({ caller }: Call): Account => (caller.kind === 'known' ? caller.account : NOBODY);

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
