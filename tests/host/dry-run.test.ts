import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/client/transport.ts';
import { type DryRun, dryRunOf } from '../../src/host/dry-run.ts';
import { tryRules } from '../../src/host/in-process.ts';
import { type BundledTarget, planRun, type RunPlan } from '../../src/host/plan.ts';
import { parseSettings, type RawSettings } from '../../src/host/settings.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from '../support/in-process.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const REMOTE = { BASE_URL: 'http://service.test', OWNER: 'acme', REPO: 'widgets' };

function planOf(raw: RawSettings, bundled: BundledTarget | null = null): RunPlan {
  const parsed = parseSettings(raw);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return planRun(parsed.settings, bundled, 'dryrun');
}
const dryRun = (raw: RawSettings): DryRun => dryRunOf(planOf(raw), rules);

/** Counts the requests of a real run. */
async function sentBy(plan: RunPlan, service: ReturnType<typeof openService>, clock: VirtualClock) {
  const sent = { requests: 0, anonymous: 0, invalid: 0, creations: 0 };
  const [posted, methods] = [new Set<string>(), new Set<string>()];
  const known = new Set([service.token, service.outsiderToken].map((token) => `Bearer ${token}`));
  const well = inProcess(service, clock);
  const transport: Transport = {
    ...well,
    send: async (request, how) => {
      const { authorization } = request.headers;
      sent.requests += 1;
      if (authorization === undefined) sent.anonymous += 1;
      else if (!known.has(authorization)) sent.invalid += 1;
      const answer = await well.send(request, how);
      methods.add(request.method);
      if (request.method === 'POST' && answer.status < 300) {
        sent.creations += 1;
        posted.add(new URL(request.url).pathname);
      }
      return answer;
    },
  };
  const chosen = rules.filter(({ id }) => plan.rules.includes(id));
  const { tried } = await tryRules(plan.session, chosen, { transport, clock });
  return { sent, posted: [...posted], methods: [...methods].toSorted(), tried };
}

describe('a real run', () => {
  for (const PROFILE of ['quick', 'standard', 'thorough'])
    for (const WRITES of ['none', 'rejected', 'all']) {
      it(`stays within it where the list is longer (profile ${PROFILE}, writes ${WRITES})`, async () => {
        const clock = new VirtualClock();
        const service = openService({ clock, issues: 5000 });
        const plan = planOf({ PROFILE, WRITES, SEED: '3' }, { ...service, baseUrl: 'http://service.test' });
        const { sent } = await sentBy(plan, service, clock);
        // Lists of unknown length may take twenty requests more, except in quick.
        const more = PROFILE === 'quick' ? 0 : 20;
        expect(sent.requests).toBeLessThanOrEqual(dryRunOf(plan, rules).requests.healthy + more);
      });

      it(`stays within what the dry run says (profile ${PROFILE}, writes ${WRITES})`, async () => {
        const clock = new VirtualClock();
        const service = openService({ clock });
        const plan = planOf({ PROFILE, WRITES, SEED: '3' }, { ...service, baseUrl: 'http://service.test' });
        const said = dryRunOf(plan, rules);
        const { sent, posted, methods, tried } = await sentBy(plan, service, clock);
        expect(sent.requests).toBeLessThanOrEqual(said.requests.healthy);
        expect(sent.anonymous).toBeLessThanOrEqual(said.requests.anonymous ?? said.requests.most);
        expect(sent.invalid).toBeLessThanOrEqual(said.requests.invalid ?? said.requests.most);
        expect(sent.creations).toBeLessThanOrEqual(said.creations);
        expect(sent.creations > 0).toBe(said.creations > 0);
        const canary = said.canary === null ? [] : ['/repos/acme/vault/issues'];
        expect(posted.toSorted()).toEqual(
          said.creations > 0 ? [...canary, '/repos/acme/widgets/issues'] : [],
        );
        const others = methods.filter((method) => method !== 'GET' && method !== 'POST');
        expect(others).toEqual([...said.methods.listed, ...said.methods.madeUp].toSorted());
        const skipped = tried.flatMap(({ rule, verdict }) => (verdict.verdict === 'skip' ? [rule.id] : []));
        expect(said.skipped.flatMap((group) => group.rules).toSorted()).toEqual(skipped.toSorted());
      });
    }
});

describe('a dry run', () => {
  it('says what is skipped for which settings', () => {
    const { skipped, tried } = dryRun({ ...REMOTE, ONLY: 'list.token list.ok list.private.member' });
    expect(tried).toEqual({ gating: ['list.ok'], observed: [] });
    expect(skipped).toEqual([
      { missing: ['TOKEN'], rules: ['list.token'] },
      { missing: ['PRIVATE_REPO', 'TOKEN'], rules: ['list.private.member'] },
    ]);
  });

  it('knows no more requests than MAX_REQUESTS allows', () => {
    const { requests } = dryRun({ ...REMOTE, TOKEN: 'some-token-of-mine', MAX_REQUESTS: '20' });
    expect(requests).toEqual({ healthy: 20, most: 20, anonymous: 20, invalid: 20 });
  });

  it('bounds what goes without a credential by nothing else where there is no TOKEN', () => {
    expect(dryRun(REMOTE).requests).toMatchObject({ anonymous: null, invalid: null });
  });

  it('names the one issue that is created in the private repository, if creations are allowed', () => {
    const settings = { ...REMOTE, TOKEN: 'some-token-of-mine', PRIVATE_REPO: 'vault', ONLY: 'list.private' };
    const [vault] = [{ owner: 'acme', repo: 'vault' }];
    expect(dryRun({ ...settings, WRITES: 'all' })).toMatchObject({
      creations: 1,
      canary: vault,
      posted: [vault],
    });
    expect(dryRun({ ...settings, WRITES: 'rejected' })).toMatchObject({
      creations: 0,
      canary: null,
      posted: [],
    });
  });

  it('says that nothing is written where no rule that is tried may write', () => {
    const none = { creations: 0, posted: [], methods: { listed: [], madeUp: [] } };
    expect(dryRun(REMOTE)).toMatchObject(none);
    expect(dryRun({ ...REMOTE, WRITES: 'all', TOKEN: 'some-token-of-mine', ONLY: 'list' })).toMatchObject(
      none,
    );
  });

  it('names the repository that is written to', () => {
    const apart = { WRITE_OWNER: 'acme', WRITE_REPO: 'scratch', TOKEN: 'some-token-of-mine', WRITES: 'all' };
    expect(dryRun({ ...REMOTE, ...apart }).posted).toEqual([{ owner: 'acme', repo: 'scratch' }]);
  });

  it('groups the data that rules need by what is needed, of the rules that are tried alone', () => {
    expect(dryRun({ ...REMOTE, ONLY: 'list.page list.state.default-open list.private' }).data).toEqual([
      { kind: 'open', count: 101, rules: ['list.page.slices', 'list.page.partition'] },
      { kind: 'open', count: 31, rules: ['list.page.effective-size'] },
      { kind: 'open', count: 6, rules: ['list.page.second'] },
      { kind: 'open', count: 1, rules: ['list.state.default-open'] },
      { kind: 'closed', count: 1, rules: ['list.state.default-open'] },
    ]);
  });
});
