import { isJsonObject, jsonValue } from '../conforming/json-value.ts';
import type { Draft } from '../world/issue.ts';

/** What can be kept of a payload that is not a good one. */
export function whateverIsIn(text: string): Draft {
  const value = jsonValue(text);
  const { title, body } = isJsonObject(value) ? value : {};
  return {
    title: typeof title === 'string' ? title : 'untitled',
    body: typeof body === 'string' ? body : null,
  };
}
