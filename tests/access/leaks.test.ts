import { describe, expect, it } from 'vitest';
import { isAnonymous, isOutsider } from '../../proof/changes/callers.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Behaviour, Change } from '../../src/service/behaviour.ts';
import { isCreate, isList } from '../../src/service/request.ts';
import type { Trying } from '../support/try-service.ts';
import { tryService } from '../support/try-service.ts';

const ON_ACCESS: readonly RuleId[] = [
  'list.private.anonymous',
  'list.private.outsider',
  'list.invalid-token',
];
const READING: Trying = { writes: 'none' };

/** Tries the rules on access, and returns the failures, the passes and the notes. */
async function tried(changes: readonly Change[], settings: Trying = {}, variants: readonly string[] = []) {
  const { tried: all, requests } = await tryService({ changes, variants }, { only: ON_ACCESS, ...settings });
  return {
    requests,
    failed: all.flatMap(({ rule, verdict }) =>
      verdict.verdict === 'fail' ? [{ id: rule.id, ...verdict.violation }] : [],
    ),
    passed: all.flatMap(({ rule, verdict }) => (verdict.verdict === 'pass' ? [rule.id] : [])),
    notes: all.map(({ note }) => note ?? ''),
  };
}

/** Private issues with titles that no public one has. */
const apart: Change = (b) => ({
  renderRecord: (issue, place, request) => {
    const isPrivate = place.listing?.repository.isPrivate ?? false;
    return b
      .renderRecord(issue, place, request)
      .replace('"title":"', `"title":"${isPrivate ? 'Hidden: ' : ''}`);
  },
});
const TITLE = 'Hidden: Crash when the list is empty #1';

/** Refuses with a text, to whoever the request is from. */
const saying =
  (
    text: string,
    applies: (b: Behaviour, request: Parameters<Behaviour['refusalAnswer']>[2]) => boolean,
  ): Change =>
  (b) => ({
    refusalAnswer: (refusal, status, request) => {
      const answer = b.refusalAnswer(refusal, status, request);
      return applies(b, request) ? { ...answer, body: JSON.stringify({ message: text }) } : answer;
    },
  });

const isVault = ({ repo }: { readonly repo: string }): boolean => repo === 'vault';

describe('a private text in a refusal', () => {
  it('breaks the rule of whoever is told, and no other', async () => {
    const says = saying(TITLE, (b, request) => isVault(request) && isOutsider(b, request));
    const { failed } = await tried([apart, says], READING);
    expect(failed.map(({ id, kind }) => [id, kind])).toEqual([['list.private.outsider', 'leaked']]);
    expect(failed[0]?.actual).toBe('the text of a private issue in the body of an answer 404');
    expect(failed[0]?.exchanges.at(-1)?.response?.body).toContain(TITLE);
  });

  it('shows nothing if a repository that does not exist is answered with it too', async () => {
    const says = saying(TITLE, (_, request) => isList(request));
    const { failed } = await tried([apart, says], READING);
    expect(failed).toEqual([]);
  });

  it('shows nothing if a member is shown it in a public listing', async () => {
    const says = saying('Crash when the list is empty #1', (_, request) => isVault(request));
    const { failed } = await tried([says], READING);
    expect(failed).toEqual([]);
  });

  it('breaks the rule of somebody without a credential by the answer to a creation too', async () => {
    const says = saying(
      TITLE,
      (b, request) => isVault(request) && isCreate(request) && isAnonymous(b, request),
    );
    const { failed } = await tried([apart, says], {
      writes: 'rejected',
      only: [...ON_ACCESS, 'create.anonymous'],
    });
    expect(failed.map(({ id, kind }) => [id, kind])).toEqual([['list.private.anonymous', 'leaked']]);
    expect(failed[0]?.counterexample).toMatchObject({ method: 'POST', asked: 'anonymous' });
  });
});

describe('the canary', () => {
  it('is one issue in the private repository, if creations are allowed and by no other run', async () => {
    const created: string[] = [];
    const counting: Change = (b) => ({
      store: (draft, repository, call) => {
        if (repository.isPrivate) created.push(draft.title);
        return b.store(draft, repository, call);
      },
    });
    const { passed } = await tried([counting]);
    expect(passed.toSorted()).toEqual(ON_ACCESS.toSorted());
    expect(created).toHaveLength(1);
    expect(created[0]).toMatch(/^conformance ic-testrun001-[0-9a-z]{4} [0-9a-f]{32} for members only$/);
    for (const writes of ['rejected', 'none'] as const) await tried([counting], { writes });
    expect(created).toHaveLength(1);
  });

  it('is told apart from all else in whatever form the private listing shows it', async () => {
    // Titles are cut and shouted; a header tells the outsider of the latest one.
    const shouted: Change = (b) => ({
      renderRecord: (issue) =>
        JSON.stringify({ number: issue.number, name: issue.title.toUpperCase().slice(0, 56) }),
      refusalAnswer: (refusal, status, request) => {
        const answer = b.refusalAnswer(refusal, status, request);
        const latest = request.world.find(request.owner, request.repo)?.issues.at(-1);
        if (latest === undefined || !isVault(request) || !isOutsider(b, request)) return answer;
        const named = latest.title.toUpperCase().slice(0, 56);
        return { ...answer, headers: { ...answer.headers, 'x-latest': named } };
      },
    });
    const { failed } = await tried([shouted]);
    expect(failed.map(({ id, kind }) => [id, kind])).toEqual([['list.private.outsider', 'leaked']]);
    expect(failed[0]?.actual).toContain('the header x-latest of an answer 404');
  });

  it('does not tell as long as no member is shown it in the private listing', async () => {
    const elsewhere: Change = (b) => ({
      store: (draft, repository, call) => {
        const [open] = call.request.world.repositories;
        return b.store(draft, repository.isPrivate && open !== undefined ? open : repository, call);
      },
    });
    const { failed, notes } = await tried([elsewhere]);
    expect(failed).toEqual([]);
    expect(notes.join(' ')).toContain('TOKEN was not shown it in the private listing');
  });

  it('is done without where TOKEN may not create it, which the pass says', async () => {
    const readOnly: Change = (b) => ({
      mayUse: (caller, repository, request) =>
        !(isCreate(request) && repository.isPrivate) && b.mayUse(caller, repository, request),
    });
    const { passed, notes } = await tried([readOnly]);
    expect(passed.toSorted()).toEqual(ON_ACCESS.toSorted());
    expect(notes.join(' ')).toContain('TOKEN may not create in the private repository (404)');
  });
});

describe('the private list that is shown while others ask', () => {
  it('is a leak although it is seen once, and not when it is asked for again', async () => {
    let times = 0;
    const once: Change = (b) => ({
      mayUse: (caller, repository, request) => {
        if (b.mayUse(caller, repository, request)) return true;
        if (!isList(request) || !isOutsider(b, request)) return false;
        times += 1;
        return times === 2;
      },
    });
    const { failed } = await tried([once]);
    expect(failed).toMatchObject([
      { id: 'list.private.outsider', kind: 'leaked', reproduced: { seen: 1, tries: 1 } },
    ]);
    expect(failed[0]?.exchanges.at(-1)?.response?.status).toBe(200);
  });

  it('is seen where the service keeps the current user for all requests at once', async () => {
    let current: string | undefined;
    const shared: Change = (b) => ({
      around: async (inner, request) => {
        current = request.header('authorization');
        await request.pause(5);
        return b.around(inner, request);
      },
      mayUse: (caller, repository, request) =>
        repository.isPrivate && isList(request)
          ? b.mayUse(b.authenticate(current, request), repository, request)
          : b.mayUse(caller, repository, request),
    });
    const { tried: all } = await tryService({ changes: [shared] });
    const leaks = all.filter(
      ({ verdict }) => verdict.verdict === 'fail' && verdict.violation.kind === 'leaked',
    );
    expect(leaks.map(({ rule }) => rule.id)).not.toEqual([]);
  });
});

describe('a repository that everybody may list', () => {
  it('is not known as private where TOKEN is given whatever is asked for', async () => {
    const open: Change = (b) => ({
      findRepository: (owner, repo, request) =>
        b.findRepository(owner, repo, request) ?? request.world.find('acme', 'vault'),
      mayUse: () => true,
    });
    const { failed } = await tried([open], READING);
    expect(failed.filter(({ kind }) => kind === 'leaked')).toEqual([]);
  });
});

describe('what strangers are answered to a query', () => {
  const openWhere =
    (name: string): Change =>
    (b) => ({
      mayUse: (caller, repository, request) =>
        (isList(request) && request.query(name) !== undefined) || b.mayUse(caller, repository, request),
    });

  it.each(['state', 'direction', 'per_page'])('is shown by the parameter %s alone', async (name) => {
    const { failed } = await tried([openWhere(name)], { profile: 'quick' });
    const anonymous = failed.find(({ id }) => id === 'list.private.anonymous');
    expect(anonymous).toMatchObject({ kind: 'leaked' });
    const { owner, repo, asked, 'right after': after, ...query } = anonymous?.counterexample ?? {};
    expect([owner, repo, asked, after]).toEqual(['acme', 'vault', 'anonymous', 'a member has listed it']);
    expect(Object.keys(query)).toEqual([name]);
  });

  it('is made smaller too if it is another status than 404', async () => {
    const forbidden: Change = (b) => ({
      refusalStatus: (refusal, request) =>
        refusal === 'repository-hidden' && request.query('sort') !== undefined
          ? 403
          : b.refusalStatus(refusal, request),
    });
    const { failed } = await tried([forbidden]);
    const smallest = { owner: 'acme', repo: 'vault', 'right after': 'a member has listed it' };
    for (const { counterexample } of failed) {
      const { sort, asked, ...rest } = counterexample;
      expect(typeof sort).toBe('string');
      expect(['anonymous', 'outsider']).toContain(asked);
      expect(rest).toEqual(smallest);
    }
    expect(failed.map(({ id }) => id)).toEqual(['list.private.anonymous', 'list.private.outsider']);
  });

  it('decides nothing if the public repository refuses the same query alike', async () => {
    const strict: Change = (b) => ({
      listChecks: ['credential', 'query', 'repository'],
      refuseQuery: ({ request }) => (request.query('state') === 'closed' ? 'query-invalid' : undefined),
      refusalStatus: (refusal, request) =>
        refusal === 'query-invalid' ? 400 : b.refusalStatus(refusal, request),
    });
    const { failed, passed } = await tried([strict]);
    expect(failed).toEqual([]);
    expect(passed.toSorted()).toEqual(ON_ACCESS.toSorted());
  });
});
