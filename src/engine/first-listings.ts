import { isAccepted } from '../context/ledger.ts';
import type { Preflight } from '../context/preflight.ts';
import { findIdentity, type Pair } from '../listings/records.ts';
import { type Answer, type Answers, describeAnswer } from '../model/planned-request.ts';

/** Returns what identifies a record. @param again answers to the plain list @param some its first record, 100 records, and its second page @param more the second page of 100, if there is one */
export function identityIn(again: Answers, some: Answers, more: Answers): Preflight['identity'] {
  const recordsOf = (answer: Answer | undefined): readonly unknown[] => answer?.list ?? [];
  const twice = again.flatMap((one, index) =>
    again.slice(index + 1).map((other): Pair => [recordsOf(one), recordsOf(other)]),
  );
  const [whole = [], hundred = [], second = []] = [again[0], some[1], some[2]].map(recordsOf);
  // Other requests show which fields change with the request.
  const aligned: Pair[] = [
    [whole, hundred.slice(0, whole.length)],
    [second, hundred.slice(whole.length, whole.length + second.length)],
  ];
  return findIdentity([whole, ...[...some, ...more].map(recordsOf)], twice, aligned);
}

/** Returns the reason why answers do not depend on requests; `null` if they do. */
export function whyNotGenuine(plain: Answer | undefined, others: Answers, unknown: Answer): string | null {
  const isAlsoListed = unknown.list === null ? plain?.list === null : unknown.list.length > 0;
  if (isAccepted(unknown) && isAlsoListed)
    return `a repository that does not exist got ${describeAnswer(unknown)}`;
  const body = JSON.stringify(plain?.list);
  // A server without the API may refuse some requests by chance.
  const listed = others.filter(({ list }) => list !== null);
  const isAlike = listed.every(({ list }) => JSON.stringify(list) === body);
  return (plain?.list?.length ?? 0) > 1 && isAlike
    ? `${listed.length > 0 ? 'each listing is the same' : 'nothing is listed'}, whatever the request is`
    : null;
}
