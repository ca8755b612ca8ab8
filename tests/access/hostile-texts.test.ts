import { expect, it } from 'vitest';
import type { Change } from '../../src/service/behaviour.ts';
import { tryService } from '../support/try-service.ts';

/** Titles that end in half a character, and bodies of one long word. */
const odd: Change = () => ({
  renderRecord: (issue) =>
    JSON.stringify({ ...issue, title: `${issue.title} \ud83d`, body: 'x'.repeat(60_000) }),
});

it('texts of private records that no address can hold are searched all the same', async () => {
  const { verdictOf } = await tryService(
    { changes: [odd] },
    { writes: 'none', only: ['list.private.anonymous', 'list.private.outsider', 'list.invalid-token'] },
  );
  for (const id of ['list.private.anonymous', 'list.private.outsider', 'list.invalid-token'] as const)
    expect(verdictOf(id)).toBe('pass');
});
