import type { Answer } from '../model/ask.ts';
import type { Run } from '../run/run.ts';
import { isAtRest } from '../snapshot/compare.ts';
import { NotMade, type Observe } from './observed-rule.ts';
import { described, type Requests, statusOf, statusText } from './requests.ts';

/** The names of a listing that is like its twin, and of one that is not. */
type Names = readonly [same: string, other: string];

export const RESULTS: Names = ['same results', 'other results'];
export const PAGES: Names = ['same as page 1', 'other results'];
export const ORDERS: Names = ['default order', 'another order'];

/** Describes a listing beside its twin. @throws {NotMade} */
export function beside(run: Run, own: Answer, twin: Answer, names: Names): string {
  if (own.list === null) return statusOf(own) === 200 ? '200, no JSON array' : statusText(own);
  if (own.list.length === 0 && twin.list?.length !== 0) return '200, empty';
  const [mine, others] = [run.keys(own), run.keys(twin)];
  if (mine === null || others === null || (names === ORDERS && others.length < 2))
    throw new NotMade('data', 'Needs two open issues that can be told apart: create them, then run again.');
  if (isAtRest([mine, others])) return `200, ${names[0]}`;
  const { doubt } = run.stability;
  if (doubt !== null) throw new NotMade('unstable', `${doubt}.`, 'list.page.partition');
  return `200, ${names[1]}`;
}

/** Sends requests, and compares each answer with the plain list. */
export const listings = (names: Names, requests: Requests | ((run: Run) => Requests)): Observe =>
  described(requests, (own, { run, plain }) => beside(run, own, plain, names));
