import { describe, expect, it } from 'vitest';
import type { RuleId } from '../../src/catalogue/index.ts';
import type { ReferenceOptions } from '../../src/reference/index.ts';
import type { SessionSettings } from '../../src/run/session.ts';
import { tryReference } from '../support/try-reference.ts';

const AFTER = ['create.listed', 'create.once', 'create.concurrent', 'create.rejected-no-effect'] as const;

/** Verdicts that are not what a conforming service gets. */
async function notPassed(
  options: ReferenceOptions,
  settings: Partial<SessionSettings> = {},
  only: readonly RuleId[] = ['create.accepted', 'create.anonymous', 'create.missing-title', ...AFTER],
): Promise<string[]> {
  const { rules } = await tryReference(options, { listedWithinMs: 400, ...settings, only });
  return rules.flatMap(({ id, verdict }) => (verdict === 'pass' ? [] : [`${id} ${verdict}`]));
}

async function failed(options: ReferenceOptions, only?: readonly RuleId[]): Promise<string[]> {
  const all = await notPassed(options, { listedWithinMs: 300 }, only);
  return all.filter((one) => one.endsWith(' fail')).map((one) => one.replace(' fail', ''));
}

describe('created issues whose records do not show their titles', () => {
  it.each(['record-id-only', 'created-closed-and-untitled', 'created-last-and-untitled'])(
    'are counted: %s',
    async (variant) => {
      expect(await notPassed({ variants: [variant] })).toEqual([]);
    },
  );

  it.each(['created-closed-and-untitled', 'created-last-and-untitled'])(
    'are counted in a long list: %s',
    async (variant) => {
      expect(await notPassed({ variants: [variant], issues: 650 }, { listedWithinMs: 1000 })).toEqual([]);
    },
  );

  it('are not missed in a list that is too long to be read whole', async () => {
    const options = { variants: ['created-last-and-untitled'], issues: 650 };
    const seen = await notPassed(options, { profile: 'quick', maxRequests: 270 });
    expect(seen.filter((one) => one.endsWith(' fail'))).toEqual([]);
  });

  it('are counted where they come late', async () => {
    const variants = ['created-listed-after-500-ms', 'record-id-only'];
    expect(await notPassed({ variants }, { listedWithinMs: 1500 })).toEqual([]);
  });

  it.each(['create-stores-nothing', 'create-listed-for-nobody', 'create-list-never-refreshed'] as const)(
    'are missed where nothing comes: %s',
    async (fault) => {
      const seen = await failed({ variants: ['created-closed-and-untitled'], faults: [fault] });
      expect(seen).toEqual(expect.arrayContaining(['create.listed', 'create.concurrent']));
    },
  );

  it('are too many where each is stored twice', async () => {
    const seen = await failed({ variants: ['record-id-only'], faults: ['create-twice'] });
    expect(seen).toEqual(['create.once', 'create.concurrent']);
  });

  it.each(['refused-stored-anonymous', 'refused-stored-invalid'] as const)(
    'are told from those of refused requests: %s',
    async (fault) => {
      const seen = await failed({ variants: ['record-id-only'], faults: [fault] });
      expect(seen).toEqual(['create.rejected-no-effect']);
    },
  );
});

describe('created issues that other records name', () => {
  it.each(['record-latest', 'record-neighbours'])('are counted by their own titles: %s', async (variant) => {
    expect(await notPassed({ variants: [variant] })).toEqual([]);
  });

  it.each(['create-twice', 'create-listed-twice'] as const)('are seen to stand twice: %s', async (fault) => {
    for (const variant of ['record-latest', 'record-neighbours'])
      expect(await failed({ variants: [variant], faults: [fault] })).toContain('create.once');
  });
});

describe('a rule on created issues that is tried alone', () => {
  it('misses the newest issue though the one before it turns up', async () => {
    expect(await failed({ faults: ['create-newest-held-back'] }, ['create.listed'])).toEqual([
      'create.listed',
    ]);
  });

  it('notices what is left behind a moment after the refusal', async () => {
    const only = ['create.rejected-no-effect'] as const;
    expect(await failed({ faults: ['refused-stored-later'] }, only)).toEqual(only);
  });
});

describe('other people at work', () => {
  it('leave no doubt whose issues are lost, twice, or left behind', async () => {
    for (const variant of [
      'somebody-imports-often',
      'somebody-deletes-throughout',
      'somebody-closes',
      'copy-lags-behind',
    ]) {
      const seen = await notPassed({ variants: [variant] });
      expect(
        seen.filter((one) => one.endsWith(' fail')),
        variant,
      ).toEqual([]);
    }
  });
});

describe('issues that go with creations', () => {
  it.each(['create-over-the-oldest', 'create-over-the-newest'] as const)('are lost: %s', async (fault) => {
    expect(await failed({ faults: [fault] })).toContain('create.once');
  });

  it('are not taken for lost where a page was not read', async () => {
    expect(await failed({ faults: ['answer-304-unasked'] })).not.toContain('create.once');
  });
});

describe('a creation after refused ones', () => {
  it('is judged for itself', async () => {
    expect(await failed({ faults: ['problem-carried-over'] }, ['create.accepted'])).toEqual([
      'create.accepted',
    ]);
  });
});

describe('titles with unusual characters', () => {
  it('may be refused', async () => {
    expect(await notPassed({ variants: ['title-plain-only'] }, {}, ['create.accepted'])).toEqual([]);
  });

  it('may not bring the service down', async () => {
    expect(await failed({ faults: ['title-quote-500'] }, ['create.accepted'])).toEqual(['create.accepted']);
  });
});
