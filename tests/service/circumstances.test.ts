import { expect, it } from 'vitest';
import type { CircumstanceId } from '../../proof/circumstances.ts';
import { create, getList, listAll } from './client.ts';
import { within } from './within.ts';

type Work = 'anonymous' | 'member' | 'create';

/** Does some work on a service with a fault. @returns for each listing if the fault shows */
async function showings(circumstance: CircumstanceId, work: readonly Work[]): Promise<boolean[]> {
  const asked = within({ faults: ['per-page-default-25'], circumstance });
  const seen: boolean[] = [];
  for (const each of work)
    if (each === 'create') await create(asked, { title: 'In between' });
    else seen.push((await getList(asked, '', each === 'member' ? { token: asked.token } : {})).length === 25);
  return seen;
}

const twice: readonly Work[] = ['anonymous', 'anonymous', 'member', 'member'];
const around: readonly Work[] = ['anonymous', 'anonymous', 'create', 'anonymous', 'anonymous'];
it.each<[CircumstanceId, readonly Work[], string]>([
  ['anonymous-only', twice, 'yes yes no no'],
  ['token-only', twice, 'no no yes yes'],
  ['one-in-three', around, 'no no yes no'],
  ['after-a-write', around, 'no no yes yes'],
  ['while-others-write', twice, 'yes yes yes yes'],
])('%s shows a fault of %j: %s', async (circumstance, work, expected) => {
  const seen = await showings(circumstance, work);
  expect(seen.map((is) => (is ? 'yes' : 'no')).join(' ')).toBe(expected);
});

it('one of two replicas shows it about half of the time, in step with nothing', async () => {
  const seen = await showings('one-of-two-replicas', Array<Work>(200).fill('anonymous'));
  expect(Math.abs(seen.filter(Boolean).length - 100)).toBeLessThan(20);
  expect(seen.filter((one, index) => one === seen[index - 1]).length).toBeGreaterThan(20);
});

it.each([
  ['while-others-write', 10],
  ['while-others-write-a-lot', 40],
] as const)('%s: the list grows by %i in two seconds', async (circumstance, grown) => {
  const asked = within({ circumstance });
  const before = (await listAll(asked)).length;
  await asked.clock.sleep(2000);
  expect(Math.abs((await listAll(asked)).length - before - grown)).toBeLessThanOrEqual(2);
});
