import { readListAnswer } from '../src/survey/list-answer.ts';
import { areTelling, observeEach } from '../src/trial/observing/asked.ts';
import {
  besideMeasure,
  listingQuestion,
  listings,
  observeListings,
  plainList,
  plainListIsRead,
} from '../src/trial/observing/likeness.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';

const ORDERS = { same: 'the default order', other: 'another order' };
const LIKELY_KEYS = ['created', 'updated', 'comments', 'title'];

/** Keys of the plain list, where they are more than one and can be told apart: only then there is an order to see. */
async function orderOf(t: Trial): Promise<readonly string[] | null> {
  if (!plainListIsRead(t)) return null;
  const known = await t.survey.known();
  const list = readListAnswer(t.survey.plain);
  const keys = list.kind === 'list' ? known.keysOf(list.records) : [];
  const seen = known.distinct && keys.length > 1;
  t.control(seen, 'There is no order to see: it takes two issues that can be told apart.');
  return seen ? keys : null;
}

/** Directions that can change the order: the other one where issues stand by their numbers, else either. */
function directionsOf(keys: readonly string[]): readonly ('asc' | 'desc')[] {
  const numbers = keys.map((key) => (/^\d{1,30}$/.test(key) ? BigInt(key) : null));
  const steps = numbers.slice(1).map((number, index) => {
    const before = numbers[index] ?? null;
    return number === null || before === null || number === before ? 0 : number > before ? 1 : -1;
  });
  if (steps.every((step) => step === 1)) return ['desc'];
  if (steps.every((step) => step === -1)) return ['asc'];
  return ['asc', 'desc'];
}

/** Sort keys, directions and states that the document leaves open (sections 3 and 4.1). */
export const observedOrder = [
  rule('observed.sort.values', async (t) => {
    const order = await orderOf(t);
    if (order === null || !t.mayAskMore()) return;
    const seen = new Map<string, string>();
    const changes = (key: string) => seen.get(key)?.endsWith(ORDERS.other) === true;
    for (const direction of directionsOf(order)) {
      const open = LIKELY_KEYS.filter((key) => !changes(key));
      const answers = await Promise.all(open.map((sort) => t.ask(listingQuestion(t, { sort, direction }))));
      if (!areTelling(t, answers)) return;
      for (const [index, answer] of answers.entries()) {
        const text = await besideMeasure(t, answer, plainList(t), ORDERS);
        if (text === null) return;
        seen.set(open[index] ?? '', text);
      }
    }
    const working = LIKELY_KEYS.filter(changes);
    const refused = LIKELY_KEYS.flatMap((key) =>
      seen.get(key)?.startsWith('200') === true ? [] : `${key}: ${seen.get(key)}`,
    );
    const value = [working.length === 0 ? 'none' : working.join(', '), ...refused].join('; ');
    t.observe(value, `Of ${LIKELY_KEYS.join(', ')}, these values of \`sort\` change the order: ${value}.`);
  }),

  rule('observed.sort.empty', async (t) => {
    if ((await orderOf(t)) === null) return;
    await observeListings(
      t,
      [['nothing', { sort: '' }]],
      ORDERS,
      (value) => `A listing with nothing for \`sort\` is answered: ${value}.`,
    );
  }),

  rule('observed.direction.alone', async (t) => {
    if ((await orderOf(t)) === null) return;
    await observeListings(
      t,
      [
        ['asc', { direction: 'asc' }],
        ['desc', { direction: 'desc' }],
      ],
      ORDERS,
      (value) => `Listings with a \`direction\` and no \`sort\` are answered: ${value}.`,
    );
  }),

  rule('observed.direction.invalid', async (t) => {
    if ((await orderOf(t)) === null) return;
    await observeListings(
      t,
      [['sideways', { direction: 'sideways' }]],
      ORDERS,
      (value) => `A listing with direction=sideways is answered: ${value}.`,
    );
  }),

  rule('observed.state.values', async (t) => {
    if (!plainListIsRead(t) || !t.mayAskMore()) return;
    const list = (state: string) => listingQuestion(t, { state, per_page: '100' });
    const open = { question: list('open'), answer: await t.ask(list('open')) };
    if (!areTelling(t, [open.answer])) return;
    const states = [
      ['all', 'all'],
      ['closed', 'closed'],
      ['OPEN', 'OPEN'],
      ['nothing', ''],
      ['made-up', 'qxnonexistent'],
    ] as const;
    await observeEach(
      t,
      listings(
        t,
        states.map(([name, state]) => [name, { state, per_page: '100' }]),
      ),
      (answer) => besideMeasure(t, answer, open, { same: 'as open', other: 'other issues' }),
      (value) => `Values of \`state\` beside state=open are answered: ${value}.`,
    );
  }),
];
