import { describe, expect, it } from 'vitest';
import { parseSettings } from '../../src/host/settings.ts';
import { ruleReportSchema } from '../../src/report/rule-model.ts';
import { reportsOn } from './target.ts';

describe('a token that is an ordinary word', () => {
  for (const token of ['pass', 'required', 'verdict', 'list.ok', 'id']) {
    it(`leaves the report as it is: ${token}`, async () => {
      const [report] = await reportsOn({ tokens: { member: token } }, ['list.ok']);
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
