import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/catalogue/index.ts';
import { variants } from '../../src/reference/index.ts';
import { tryReference } from '../support/try-reference.ts';

const GATING = catalogue.filter(({ level }) => level !== 'observed').map(({ id }) => id);

/** Variants whose data cannot show a rule: no value of `state` that they know lists an issue that is not open. */
const CANNOT_SHOW: Readonly<Record<string, readonly string[]>> = {
  'state-open-only': ['list.state.default-open'],
  'state-ignored': ['list.state.default-open'],
};

describe('a difference on which the document is silent, or a bad day', () => {
  for (const { id, difference } of variants) {
    it(`raises no alarm and leaves nothing undecided: ${id} (${difference})`, async () => {
      const { rules } = await tryReference({ variants: [id] }, { only: GATING });
      const alarms = rules.filter(({ verdict }) => verdict === 'fail');
      expect(alarms.map((rule) => `${rule.id}: ${rule.failure?.actual}`)).toEqual([]);
      const undecided = rules.filter(({ verdict }) => verdict !== 'pass');
      expect(undecided.map((rule) => rule.id)).toEqual(CANNOT_SHOW[id] ?? []);
    });
  }
});
