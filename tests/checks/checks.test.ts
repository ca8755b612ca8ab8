import { expect, it } from 'vitest';
import { checkPageSize } from '../../src/checks/page-size.ts';
import { checkSlice } from '../../src/checks/page-slice.ts';
import { acceptedLikeTwin, checkSameAsTwin } from '../../src/checks/same.ts';
import { checkWalk, walkOf } from '../../src/checks/walk.ts';
import { difference } from '../../src/listings/compare.ts';
import type { Finding } from '../../src/model/finding.ts';
import { answer, attempt, names, seen } from './answers.ts';

const kindOf = (finding: Finding): string =>
  finding.is === 'violated'
    ? finding.violation.kind
    : finding.is === 'inconclusive'
      ? finding.cause
      : 'holds';

it.each([
  ['equal', '1 2 3', '1 2 3', null],
  ['shorter', '1 2', '1 2 3', 'too-few'],
  ['longer', '1 2 3 4', '1 2 3', 'too-many'],
  ['one replaced', '1 2 9', '1 2 3', 'wrong-results'],
  ['two changed places', '2 1 3', '1 2 3', 'wrong-order'],
  ['one record twice', '1 1 3', '1 2 3', 'wrong-results'],
])('a list differs from another one: %s', (_, own, twin, kind) => {
  expect(difference(own.split(' '), twin.split(' '))?.kind ?? null).toBe(kind);
});

it.each([
  ['another order', ['2', '1', '3'], names(3), 'wrong-order'],
  ['another one than a twin that is too long', names(30), names(31), 'other-rule'],
])('a listing and its twin %s', (_, own, twin, kind) => {
  expect(kindOf(checkSameAsTwin(attempt([answer(own)], { twin: [answer(twin)] }), seen()))).toBe(kind);
});

it('a listing and its twin say nothing where the twins differ', () => {
  const one = attempt([answer(names(2))], { twin: [answer(names(3))] }, { twin: [answer(names(4))] });
  expect(kindOf(checkSameAsTwin(one, seen()))).toBe('unstable');
});

it.each([
  ['only the case', 422, 200, {}, 'status'],
  ['only the case', 500, 200, {}, 'server-error'],
  ['both', 422, 422, {}, 'other-rule'],
  ['both behind the end', 404, 404, { page: '2' }, 'data'],
  ['both, as the twin gets no answer', 404, 0, { page: '2' }, 'other-rule'],
  ['both, as the sort is usual', 400, 400, { sort: 'created' }, 'data'],
])('a listing and its twin are refused: %s (%i, %i)', (_, own, twin, query, kind) => {
  const one = attempt([answer(own, query)], { twin: [answer(twin, query)] });
  expect(kindOf(acceptedLikeTwin(one, seen(30)))).toBe(kind);
});

it.each([
  ['full', 30, 31, 'both', 'holds'],
  ['short though more exist', 25, 31, 'both', 'too-few'],
  ['long', 31, 31, 'both', 'too-many'],
  ['short, which another rule judges', 25, 40, 'more', 'holds'],
] as const)('the number of results is %s', (_, length, shown, judges, kind) => {
  const one = attempt([answer(names(length))], {});
  expect(kindOf(checkPageSize(one, { judges }, seen(shown)))).toBe(kind);
});

it('the number of results shows nothing where a page that is not named is not the first one', () => {
  const beforeConfirming = { pages: [answer(names(30)), answer(names(11, 31))] };
  const last = { ...attempt([answer(names(11, 31))], {}), beforeConfirming };
  expect(kindOf(checkPageSize(last, { judges: 'both' }, seen(41)))).toBe('unclear');
});

it('the number of results shows nothing of a list that held more before', () => {
  const one = { ...attempt([answer([])], {}), beforeConfirming: { pages: [answer([])] } };
  expect(kindOf(checkPageSize(one, { judges: 'both' }, seen(50)))).toBe('unstable');
});

it('the number of results decides nothing if the same page gets other records', () => {
  const beforeConfirming = { pages: [answer(names(25, 101)), answer([])] };
  const one = { ...attempt([answer(names(25))], {}), beforeConfirming };
  expect(kindOf(checkPageSize(one, { judges: 'both' }, seen(50)))).toBe('unclear');
});

const part = [5, 2, 10] as const;

it.each([
  ['in its place', names(5, 6), 'holds'],
  ['page 1 again', names(5), 'wrong-results'],
  ['shifted by one', names(5, 7), 'wrong-results'],
  ['one of five out of place', ['6', '7', '8', '9', '11'], 'other-rule'],
  ['of equals in another order', ['10', '6', '4', '11', '8'], 'other-rule'],
  ['of two equals apart', ['12', '2', '13', '5', '14'], 'other-rule'],
  ['two pages late', names(5, 16), 'wrong-results'],
  ['reversed', names(5, 6).toReversed(), 'wrong-order'],
  ['short', names(4, 6), 'too-few'],
  ['refused', 404, 'status'],
])('page 2 of 5 %s', (_, own, kind) => {
  const twins = { large: [answer(names(10))], first: [answer(names(5))] };
  expect(kindOf(checkSlice(attempt([answer(own)], twins), part, seen(10)))).toBe(kind);
});

it.each([
  ['is a page too early', names(5), 'starts 5 results early: 1 is result 1'],
  ['overlaps', names(5, 5), 'starts one result early: 5 is result 5'],
  ['has a gap', names(5, 8), 'starts 2 results late: it lacks 6'],
  ['is reversed', names(5, 6).toReversed(), 'result 1 of page 2 is 10, not 6'],
])('page 2 of 5 says that it %s, and names the records', (_, own, says) => {
  const twins = { large: [answer(names(12))], first: [answer(names(5))] };
  const page = answer(own, { per_page: '5', page: '2' });
  const finding = checkSlice(attempt([page], twins), [5, 2, 15], seen(10));
  if (finding.is !== 'violated') throw new Error('It is wrong.');
  const { actual, records = [] } = finding.violation;
  expect(actual).toContain(says);
  const differing = records.filter(({ differs }) => differs).map(({ name }) => name);
  expect(differing.some((name) => actual.includes(name ?? 'none') || says.includes('repeats'))).toBe(true);
});

it('page 2 of 5 shows nothing behind the end of the list', () => {
  const twins = { large: [answer(names(5))], first: [answer(names(5))] };
  expect(kindOf(checkSlice(attempt([answer(404)], twins), part, seen(10)))).toBe('data');
});

it('page 2 of 5 shows nothing while the list changes', () => {
  const first = [answer(names(5))];
  const [before, after] = [names(10), names(10, 2)].map((large) => ({ large: [answer(large)], first }));
  expect(kindOf(checkSlice(attempt([answer(names(5))], before ?? {}, after), part, seen(10)))).toBe(
    'unstable',
  );
});

const whole = names(42);
const pagesOf = (keys: readonly string[]) =>
  [keys.slice(0, 20), keys.slice(20, 40), keys.slice(40)].map((page) => answer(page));

it.each([
  ['every issue once', whole, 'holds'],
  ['an issue twice', [...names(20), ...names(20, 20), '41', '42'], 'duplicated'],
  ['an issue lost', [...names(20), ...names(20, 22), '42'], 'lost'],
  ['the second page again behind it', [...names(40), ...names(20, 21)], 'lost'],
])('a walk %s', (_, own, kind) => {
  expect(kindOf(checkWalk(attempt(pagesOf(own), { hundreds: [answer(whole)] }), 20, seen(42)))).toBe(kind);
});

it.each([
  [
    'mixes equals across its end',
    [...names(30), '38', '42', '33', '41', '36', '44', '31', '40', '43', '35'],
    'holds',
  ],
  ['loses an issue before its last page', [...names(8), '45', ...names(21, 10), ...names(10, 31)], 'lost'],
  ['loses the first issue of its last page', [...names(30), ...names(10, 32)], 'lost'],
])('a walk is judged before the list has ended, if it %s', (_, own, kind) => {
  const pages = [0, 10, 20, 30].map((at) => answer(own.slice(at, at + 10)));
  const one = attempt(pages, { hundreds: [answer(names(60))] });
  expect(kindOf(checkWalk(one, 10, seen(60)))).toBe(kind);
});

it('a walk takes equal records without a name for two issues', () => {
  const equal = [...names(40), '{"title":"a"}', '{"title":"a"}'];
  const one = attempt(pagesOf(equal), { hundreds: [answer(equal)] });
  expect(kindOf(checkWalk(one, 20, seen(42)))).toBe('holds');
});

it('a walk ends before a page with nothing new', () => {
  const own = pagesOf([...names(40), ...names(20)]);
  const walked = walkOf(attempt(own, { hundreds: [answer(names(40))] }), 20, seen(40));
  expect(walked).toMatchObject({ own: names(40), hasEnded: true });
});

it.each([
  ['ends before a 4xx where the list has ended', 40, 'ended'],
  ['shows nothing where a 4xx hides issues', 42, 'other-rule'],
  ['shows nothing where only full pages were shown', 100, 'other-rule'],
])('the end of a walk: it %s', (_, issues, expected) => {
  const [size, hundred] = [{ per_page: '20' }, { per_page: '100' }];
  const shown = names(issues - (issues % 20));
  const full = shown.flatMap((_key, at) => (at % 20 === 0 ? [answer(shown.slice(at, at + 20), size)] : []));
  const one = attempt([...full, answer(404, size)], { hundreds: [answer(names(issues), hundred)] });
  const walked = walkOf(one, 20, seen(issues));
  expect('is' in walked ? walked.cause : walked.hasEnded && 'ended').toBe(expected);
});
