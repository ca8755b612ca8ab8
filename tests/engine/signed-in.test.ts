import { expect, it } from 'vitest';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { type Opening, openTarget, tryService } from '../support/try-service.ts';

/** Gating rules that rest on what somebody may do who has no credential, or none but the one that is sent. */
const MINDING = [
  'list.anonymous',
  'list.invalid-token',
  'list.private.anonymous',
  'list.private.outsider',
  'create.anonymous',
  'create.invalid-token',
  'create.malformed-credential',
  'create.private.outsider',
];

const { address } = openTarget().settings;
const cookie = { name: 'Cookie', value: 'session=a1b2c3d4', secrets: ['a1b2c3d4'] };

/** A conforming service that takes whoever sends its cookie for the member, whatever else they send. */
const signingIn: Opening = {
  address: { ...address, extra: [cookie] },
  handle: (request, service) => {
    const isSignedIn = request.header('Cookie') === cookie.value;
    const header = (name: string) =>
      isSignedIn && name === 'authorization' ? `Bearer ${service.token}` : request.header(name);
    return service.handle({ ...request, header });
  },
};

it.each(['quick', 'standard'] as const)(
  'a cookie that signs in leaves undecided what minds it, in %s',
  async (profile) => {
    const { tried } = await tryService({ ...signingIn, profile, only: gatingIds });
    const open = tried.filter(({ verdict }) => verdict.verdict !== 'pass');
    expect(open.map(({ rule }) => rule.id)).toEqual(MINDING);
    expect(open.map(({ requests }) => requests)).toEqual(MINDING.map(() => 0));
    for (const { verdict } of open)
      expect(verdict).toMatchObject({ verdict: 'inconclusive', cause: 'setting' });
  },
);

it('a cookie that signs in lets nothing be created with WRITES=rejected', async () => {
  const { sent } = await tryService({ ...signingIn, writes: 'rejected' });
  expect(sent.filter((one) => /^POST .* 2\d\d$/.test(one))).toEqual([]);
});
