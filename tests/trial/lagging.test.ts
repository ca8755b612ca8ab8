import { describe, expect, it } from 'vitest';
import { resultsAre, statusIs } from '../../src/trial/judges.ts';
import { listing } from '../../src/trial/list-probe.ts';
import type { Trial } from '../../src/trial/trial.ts';
import { type Answering, issues, json, list, tryCheck } from './trying.ts';

const LIST = issues(150);
const compare = (t: Trial) =>
  t.try([listing(t, { query: { q: '1', per_page: '10' } }, resultsAre(0, 10, 'the first 10'))]);
const statusOnly = (t: Trial) =>
  t.try([listing(t, { query: { q: '1' }, compared: false }, statusIs(200, 'for a listing'))]);

/** Creates an issue, has it listed at once, and then does the rest. */
const afterCreating = (rest: (t: Trial) => Promise<void>) => async (t: Trial) => {
  await t.submit({
    repository: t.premises.repository,
    as: { kind: 'none' },
    payload: (title) => ({ title }),
  });
  await t.survey.lookAgain();
  await rest(t);
};

/** A service whose probes are answered from a copy of the list that hears of a creation so much later. */
function lagging(lagMs: number): Answering {
  let all: readonly unknown[] = LIST;
  let createdAt = Number.POSITIVE_INFINITY;
  return (asked) => {
    if (asked.method === 'POST') {
      createdAt = performance.now();
      all = [{ id: 9000, title: 'new' }, ...LIST];
      json(asked.response, 201, {});
    } else list(asked, asked.query.has('q') && performance.now() < createdAt + lagMs ? LIST : all);
  };
}

describe('a copy of the list that lags behind what this run has written', () => {
  it('is no violation as long as LISTED_WITHIN_MS allows it', async () => {
    const { report } = await tryCheck(lagging(300), afterCreating(compare), { listedWithinMs: 600 });
    expect(report.verdict).toBe('pass');
  });

  it('is one where it never catches up', async () => {
    const { report } = await tryCheck(lagging(60_000), afterCreating(compare), { listedWithinMs: 300 });
    expect(report.verdict).toBe('fail');
    expect(report.failure?.reproduced).toBe('3 of 3');
  });
});

describe('a list that others write to, behind a cache', () => {
  it('is no violation, though it looks at rest for as long as the cache remembers it', async () => {
    const began = performance.now();
    const cached = new Map<string, { at: number; all: readonly unknown[] }>();
    const { report } = await tryCheck(
      (asked) => {
        const now = performance.now();
        const key = [...asked.query].join('&');
        const earlier = cached.get(key);
        const written = Math.floor((now - began) / 40);
        const all = [...issues(written, 5000).toReversed(), ...LIST];
        const fresh = { at: now, all };
        const entry = earlier !== undefined && now - earlier.at < 600 ? earlier : fresh;
        cached.set(key, entry);
        list(asked, entry.all);
      },
      async (t) => {
        // The list was seen to move, and by now the cache holds readings of different age.
        t.survey.noteMove();
        await new Promise((resolve) => setTimeout(resolve, 300));
        await compare(t);
      },
    );
    expect(report.verdict).not.toBe('fail');
  }, 60_000);
});

describe('a target that takes only one request at a time', () => {
  it('is not accused of turning away what comes beside another', async () => {
    let inFlight = 0;
    const { report } = await tryCheck(
      (asked) => {
        inFlight += 1;
        const alone = inFlight === 1;
        setTimeout(() => {
          inFlight -= 1;
          if (asked.query.has('q') && !alone) json(asked.response, 409, {});
          else list(asked, LIST);
        }, 15);
      },
      async (t) => {
        await Promise.all([
          statusOnly(t),
          t.try(
            ['a', 'b', 'c'].map((q) =>
              listing(t, { query: { q }, compared: false }, statusIs(200, 'for a listing')),
            ),
          ),
        ]);
      },
    );
    expect(report.verdict).not.toBe('fail');
  });
});

describe('a target that answers in another shape from some moment on', () => {
  it('has not gone away: that is a violation', async () => {
    let broken = false;
    const { report } = await tryCheck((asked) => {
      broken ||= asked.query.has('q');
      if (broken) json(asked.response, 200, { items: [] });
      else list(asked, LIST);
    }, compare);
    expect(report.verdict).toBe('fail');
    expect(report.failure?.actual).toBe('200 with a JSON object in place of an array');
  });

  it('has not gone away where one listing in three is refused', async () => {
    let listings = 0;
    const { report } = await tryCheck((asked) => {
      if (asked.query.has('q')) json(asked.response, 404, {});
      else {
        listings += 1;
        if (listings > 4 && listings % 3 === 2) json(asked.response, 404, {});
        else list(asked, LIST);
      }
    }, statusOnly);
    expect(report.verdict).toBe('fail');
  });
});

describe('questions that must follow one another', () => {
  it('are sent with nothing between them', async () => {
    let last = '';
    const { report } = await tryCheck(
      (asked) => {
        const q = asked.query.get('q') ?? '';
        if (q === 'second' && last !== 'first') json(asked.response, 404, {});
        else list(asked, LIST);
        last = q;
      },
      async (t) => {
        const ask = (q: string) => () => ({
          repository: t.premises.repository,
          as: t.as('anonymous'),
          query: { q },
        });
        await Promise.all([
          t.try([
            {
              case: {},
              asks: [ask('first'), ask('second')],
              inTurn: true,
              undisturbed: true,
              judge: (answers) => statusIs(200, 'for the second')(answers.slice(1)),
            },
          ]),
          t.try(
            Array.from({ length: 12 }, (_, index) =>
              listing(t, { query: { q: String(index) }, compared: false }, statusIs(200, 'for a listing')),
            ),
          ),
        ]);
      },
    );
    expect(report.verdict).toBe('pass');
  });
});
