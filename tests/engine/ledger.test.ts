import { expect, it } from 'vitest';
import { Ledger } from '../../src/context/ledger.ts';
import { answer } from '../checks/answers.ts';

const MARKER = 'ic-run-0001';
const TITLE = `Conformance check ${MARKER}`;

it.each([
  ['its own record', [{ id: 1, title: TITLE }], ['1']],
  [
    'the record with most of its texts',
    [
      { id: 1, title: TITLE, body: MARKER },
      { id: 2, title: 'x', linked: [{ title: TITLE }] },
    ],
    ['1'],
  ],
  ['no record that only mentions it', [{ id: 1, title: `Re: ${TITLE}` }], []],
])('a creation is %s', (_, list, places) => {
  const ledger = new Ledger('run', (record) => String((record as { id: number }).id));
  const listing = answer(list.map(({ id }) => String(id)));
  const { ask, exchange } = listing;
  const body = JSON.stringify({ title: TITLE, body: MARKER });
  ledger.note(ask, { ...exchange, request: { ...exchange.request, method: 'POST', body } }, MARKER);
  ledger.find({ ...listing, list });
  expect([...ledger.keysIn(ask.repository)]).toEqual(places);
});
