import { JSON_TYPE } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { Refusal } from '../refusal.ts';
import { isList } from './operation.ts';

/** Answers an empty list where a listing should have been refused. */
export function listNothing(b: Behaviour, refusals: readonly Refusal[]): Pick<Behaviour, 'refusalAnswer'> {
  return {
    refusalAnswer: (refusal, status, request) =>
      isList(request) && refusals.includes(refusal)
        ? { status: 200, headers: { 'content-type': JSON_TYPE }, body: '[]' }
        : b.refusalAnswer(refusal, status, request),
  };
}
