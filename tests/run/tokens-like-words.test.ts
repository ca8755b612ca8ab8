import { describe, expect, it } from 'vitest';
import { ruleReportSchema } from '../../src/report/model.ts';
import { parseSettings } from '../../src/run/settings.ts';
import { issues, list, tryCheck } from '../trial/trying.ts';

describe('a token that is an ordinary word', () => {
  for (const token of ['pass', 'required', 'verdict', 'list.ok', 'id']) {
    it(`leaves the report as it is: ${token}`, async () => {
      const premises = {
        repository: { owner: 'acme', repo: 'widgets' },
        privateRepository: undefined,
        token,
        outsiderToken: undefined,
      };
      const { report } = await tryCheck(
        (asked) => list(asked, issues(40)),
        (t) => t.record({ kind: 'held' }),
        { premises },
      );
      expect(ruleReportSchema.parse(report)).toMatchObject({
        id: 'list.ok',
        level: 'required',
        verdict: 'pass',
      });
    });
  }
});

describe('a bad address', () => {
  for (const address of [
    'ftp://user:hunter2@h',
    'user:hunter2@h/x',
    'http://user:hunter2@h h',
    'http://h/?token=hunter2',
  ]) {
    it(`is not shown where it may hold a secret: ${address.replace('hunter2', '…')}`, () => {
      const parsed = parseSettings({ BASE_URL: address, OWNER: 'acme', REPO: 'widgets' });
      expect(parsed.ok).toBe(false);
      expect(JSON.stringify(parsed)).not.toContain('hunter2');
    });
  }

  for (const address of ['http://h/api?', 'http://h/#']) {
    it(`is refused with an empty query or fragment: ${address}`, () => {
      expect(parseSettings({ BASE_URL: address, OWNER: 'acme', REPO: 'widgets' }).ok).toBe(false);
    });
  }
});
