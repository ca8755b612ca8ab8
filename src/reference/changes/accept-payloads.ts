import type { Behaviour } from '../behaviour.ts';
import { isJsonObject, jsonValue } from '../conforming/json-value.ts';
import type { Draft } from '../world/issue.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads payloads that should be refused: `draft` makes an issue of the fields, or undefined to refuse all the same. */
export function acceptPayloads(
  b: Behaviour,
  draft: (fields: Fields, value: unknown) => Draft | undefined,
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

/** Refuses payloads that are well formed, for a reason of its own. */
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
