import type { RequestSpec } from '../client/request.ts';
import type { RunContext } from '../context/run-context.ts';
import { areIdentical } from '../listings/compare.ts';
import type { Answer, Caller, Payload, PlannedRequest } from '../model/planned-request.ts';
import { describeListing, isCreation, sendInOrder, sendTogether } from '../model/planned-request.ts';
import { swapCase } from '../model/text.ts';
import { NotMade, type ObservationContext, type Observe } from './observed-rule.ts';

/** A request, by its differences from the plain list, or from a creation by TOKEN if it has a payload. */
interface Other extends Partial<RequestSpec>, Omit<NonNullable<PlannedRequest['observed']>, 'spec'> {
  readonly caller?: Caller;
  readonly payload?: Payload;
}

/** Requests by their names in the value. */
export type Requests<Name extends string = string> = Readonly<Record<Name, Other>>;

type RequestsOf = Requests | ((run: RunContext) => Requests);

function askOf(run: RunContext, { caller = run.primaryCaller, payload, mangle, ...spec }: Other) {
  const { query = {}, repository } = spec;
  const observed = { spec, ...(mangle === undefined ? {} : { mangle }) };
  if (payload !== undefined) return { ...run.post(caller, payload, repository), observed };
  const single = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
  return { ...run.list(caller, Object.fromEntries(single), repository), observed };
}

/** Sends creations in turn and other requests side by side. Returns the answers by their names. @throws {NotMade} @throws {Stopped} */
export async function answersTo<Name extends string>(
  { run, send }: ObservationContext,
  requests: Requests<Name>,
) {
  const names = Object.keys(requests);
  const asks = Object.values<Other>(requests).map((other) => askOf(run, other));
  const answers = await (asks.some(isCreation) ? sendInOrder : sendTogether)(...asks)(send);
  return Object.fromEntries(names.map((name, at) => [name, answers[at]])) as Record<Name, Answer>;
}

/** Returns requests with values that are their names. */
export const requestsFor = (values: readonly string[], request: (value: string) => Other): Requests =>
  Object.fromEntries(values.map((value) => [value === '' ? 'empty' : `\`${value}\``, request(value)]));

export const values = (parameter: string, ...all: readonly string[]): Requests =>
  requestsFor(all, (value) => ({ query: { [parameter]: value } }));

/** Returns a text with the case of each letter swapped. @throws {NotMade} if it has none */
export function inOtherCase(text: string, what: string): string {
  const other = swapCase(text);
  if (other !== text) return other;
  throw new NotMade('setting', `Needs ${what} with letters: set one, then run again.`);
}

/** Returns the status of an answer. The answer to HEAD has no body, so none broke off. */
export const statusOf = ({ status, exchange: { request, response } }: Answer): number =>
  request.method === 'HEAD' ? (response?.status ?? 0) : status;
export const statusText = (answer: Answer): string => String(statusOf(answer));

/** Returns a function that describes the status of an answer, and one of its headers. */
export const withHeader =
  (header: string) =>
  (answer: Answer): string => {
    const value = answer.exchange.response?.headers[header];
    return `${statusText(answer)}${value === undefined ? '' : `, ${header}: ${value}`}`;
  };

/** Groups names of equal texts: `` `abc`, empty → 422; `1e2` → 200 ``. A single name is left out. */
export function together(told: readonly (readonly [name: string, text: string])[]): string {
  const [first] = told;
  if (first !== undefined && told.length === 1) return first[1];
  const names = new Map<string, string[]>();
  for (const [name, text] of told) names.set(text, [...(names.get(text) ?? []), name]);
  return [...names].map(([text, group]) => `${group.join(', ')} → ${text}`).join('; ');
}

export const toldApart = (by: readonly string[]): string =>
  by.length === 0 ? 'cannot be told apart' : `told apart by ${by.join(', ')}`;

/** Sends requests, and describes each answer by itself. */
export const described =
  (
    requests: RequestsOf,
    describe: (answer: Answer, asking: ObservationContext) => string = statusText,
  ): Observe =>
  async (asking) => {
    const answers = await answersTo(asking, typeof requests === 'function' ? requests(asking.run) : requests);
    return together(Object.entries(answers).map(([name, answer]) => [name, describe(answer, asking)]));
  };

/** Words for a listing that equals its twin, and for one that does not. */
const NAMES = {
  results: ['same results', 'other results'],
  'page 1': ['same as page 1', 'other results'],
  'page 2': ['same as page 2', 'other results'],
  order: ['default order', 'another order'],
  state: ['same as open', 'other issues'],
} as const;

/** Describes a listing compared with its twin. @throws {NotMade} */
export function beside(
  run: RunContext,
  own: Answer,
  { twin, of }: { readonly twin: Answer; readonly of: keyof typeof NAMES },
): string {
  if (own.list === null) return statusOf(own) === 200 ? '200, no JSON array' : statusText(own);
  if (own.list.length === 0 && twin.list?.length !== 0) return '200, empty';
  if (twin.list === null)
    throw new NotMade('other-rule', describeListing(twin), 'list.sort.invalid-ok', 'list.ok');
  const [mine, others] = [run.keys(own) ?? [], run.keys(twin)];
  if (others === null || (of === 'order' && others.length < 2))
    throw new NotMade('data', 'Needs two open issues that can be told apart: create them, then run again.');
  // Ties may be reordered, which says nothing about a state.
  if (areIdentical(of === 'state' ? [mine.toSorted(), others.toSorted()] : [mine, others]))
    return `200, ${NAMES[of][0]}`;
  const { inconclusive } = run.stability;
  if (inconclusive !== null) throw new NotMade('unstable', inconclusive.reason, 'list.page.partition');
  return `200, ${NAMES[of][1]}`;
}

/** Sends requests, and compares each answer with the plain list. */
export const listings = (of: keyof typeof NAMES, requests: RequestsOf): Observe =>
  described(requests, (own, { run, plain }) => beside(run, own, { twin: plain, of }));
