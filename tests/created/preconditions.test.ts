import { describe, expect, it } from 'vitest';
import { failure } from '../../proof/changes/answers.ts';
import { issuesPath } from '../../src/client/request.ts';
import { gatingIds, ruleIds } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { isCreate, type ServiceRequest } from '../../src/service/request.ts';
import { type Outcome, tryOn } from './trying.ts';

const CREATE = ruleIds.filter((id) => id.startsWith('create.'));
/** They rest on what creations with TOKEN are answered. */
const RESTING = CREATE.filter((id) => id !== 'create.private.outsider' && id !== 'create.rejected-no-effect');

const isOf = (request: ServiceRequest, token: string): boolean =>
  request.header('authorization') === `Bearer ${token}`;

/** TOKEN may list, and is answered a status whatever it creates. */
const mayOnlyList =
  (status: number): Change =>
  (b) => ({
    around: (inner, request) =>
      isCreate(request) && isOf(request, 'reference-member-token-4c1b7e90')
        ? Promise.resolve(failure(status))
        : b.around(inner, request),
  });

const reasons = ({ why }: Outcome, ids: readonly (typeof CREATE)[number][]) => [...new Set(ids.map(why))];

describe('a TOKEN that lists but may not create', () => {
  it.each([401, 403, 404])('answered %i leaves the rules undecided, for one reason', async (status) => {
    const outcome = await tryOn({ changes: [mayOnlyList(status)] }, CREATE);
    expect(outcome.failed).toEqual([]);
    expect(reasons(outcome, RESTING)).toEqual([
      `TOKEN lists but may not create (${status}), so nothing follows from how creations are answered; use a TOKEN that may create issues in acme/widgets.`,
    ]);
  });

  it.each(['quick', 'thorough'] as const)(
    'does so in %s, and where only refusals are allowed',
    async (profile) => {
      for (const writes of ['rejected', 'all'] as const) {
        const { failed, why } = await tryOn({ changes: [mayOnlyList(403)] }, CREATE, { profile, writes });
        expect(failed, writes).toEqual([]);
        expect(why('create.missing-title'), writes).toContain('TOKEN lists but may not create (403)');
      }
    },
  );

  it('does not excuse a strange answer', async () => {
    for (const status of [400, 405, 500]) {
      const { failed } = await tryOn({ changes: [mayOnlyList(status)] }, CREATE);
      expect(failed, String(status)).toContain('create.accepted');
    }
  });

  it('leaves what a stranger created in spite of it a failure', async () => {
    const { failed } = await tryOn(
      { changes: [mayOnlyList(403)], faults: ['create-basic-accepted'] },
      CREATE,
    );
    expect(failed).toEqual(['create.malformed-credential']);
  });
});

describe('a TOKEN that expires', () => {
  const expiringAfter =
    (creations: number, afterwards: (request: ServiceRequest) => boolean): Change =>
    (b) => {
      let accepted = 0;
      return {
        authenticate: (authorization, request) =>
          accepted >= creations && isOf(request, 'reference-member-token-4c1b7e90') && afterwards(request)
            ? { kind: 'unknown' }
            : b.authenticate(authorization, request),
        createdAnswer: (issue, record, call) => {
          accepted += 1;
          return b.createdAnswer(issue, record, call);
        },
      };
    };

  it('in the middle of the run, for everything, breaks no rule on creations', async () => {
    const { failed } = await tryOn({ changes: [expiringAfter(12, () => true)] }, CREATE);
    expect(failed).toEqual([]);
  });

  it('for creations alone, while it still lists, breaks create.accepted and nothing else', async () => {
    const { failed, violation } = await tryOn({ changes: [expiringAfter(12, isCreate)] }, CREATE);
    expect(failed).toEqual(['create.accepted']);
    expect(violation('create.accepted').actual).toContain('401');
  });
});

describe('a service that refuses, or accepts, whatever is sent', () => {
  it('is not praised for refusing what is wrong', async () => {
    for (const status of [401, 404, 422]) {
      const refusing: Change = (b) => ({
        around: (inner, request) =>
          isCreate(request) ? Promise.resolve(failure(status)) : b.around(inner, request),
      });
      const { verdicts } = await tryOn({ changes: [refusing] }, CREATE);
      expect(Object.values(verdicts), String(status)).not.toContain('pass');
    }
  });

  it('is not praised for accepting what is right', async () => {
    const accepting: Change = (b) => ({
      around: (inner, request) =>
        isCreate(request) ? Promise.resolve(failure(201)) : b.around(inner, request),
    });
    const { verdicts, failed } = await tryOn({ changes: [accepting] }, CREATE);
    expect([verdicts['create.accepted'], verdicts['create.body-optional']]).toEqual([
      'inconclusive',
      'inconclusive',
    ]);
    expect(failed).toEqual(expect.arrayContaining(['create.anonymous', 'create.missing-title']));
  });
});

describe('a repository of its own for what is written', () => {
  const other = { owner: 'acme', repo: 'sprockets' };

  it.each(['quick', 'standard'] as const)(
    'gets every creation in %s, and the read one gets none',
    async (profile) => {
      const { sent, verdicts } = await tryOn({}, gatingIds, { profile, bed: { written: other } });
      expect(Object.entries(verdicts).filter(([, verdict]) => verdict !== 'pass')).toEqual([]);
      const paths = sent.filter(({ method }) => method === 'POST').map(({ url }) => new URL(url).pathname);
      expect(paths).toContain(issuesPath(other));
      expect(paths).not.toContain(issuesPath({ owner: 'acme', repo: 'widgets' }));
    },
  );

  it('is where created issues are looked for', async () => {
    for (const fault of ['create-twice', 'create-stores-nothing', 'refused-stored-anonymous'] as const) {
      const { failed } = await tryOn({ faults: [fault] }, gatingIds, { bed: { written: other } });
      const alone = await tryOn({ faults: [fault] }, gatingIds);
      expect(failed, fault).toEqual(alone.failed);
    }
  });

  it('gets the creations of the observations, too', async () => {
    const { sent } = await tryOn({}, ruleIds, { bed: { written: other } });
    const paths = sent.filter(({ method }) => method === 'POST').map(({ url }) => new URL(url).pathname);
    expect(paths).not.toContain(issuesPath({ owner: 'acme', repo: 'widgets' }));
  });
});
