import { describe, expect, it } from 'vitest';
import { Limited } from '../../src/client/limited.ts';

const request = (repo: string, { method = 'GET', token = 'a' } = {}) => ({
  method,
  url: `http://x/repos/acme/${repo}/issues?page=2`,
  headers: { authorization: `Bearer ${token}` },
  body: null,
});

describe('a rate limit', () => {
  it('of one method, one caller or one repository holds up no other', () => {
    const limited = new Limited();
    const held = limited.limited(request('widgets', { method: 'POST' }), false);
    expect(limited.nameOf(request('widgets', { method: 'POST' }), false)).toBe(held);
    for (const other of [
      request('widgets'),
      request('widgets', { method: 'POST', token: 'b' }),
      request('vault', { method: 'POST' }),
    ])
      expect(limited.nameOf(other, false)).not.toBe(held);
  });

  it("is all of a caller's once a repository that was answered is limited beside another one", () => {
    const limited = new Limited();
    for (const repo of ['nowhere', 'elsewhere']) limited.limited(request(repo), false);
    expect(limited.nameOf(request('nowhere'), false)).not.toBe(limited.nameOf(request('widgets'), false));
    limited.answered(request('widgets'));
    limited.limited(request('widgets'), false);
    expect(limited.nameOf(request('nowhere'), false)).toBe(limited.nameOf(request('vault'), false));
  });

  it("is the caller's, whatever is asked, while nothing else was answered", () => {
    const limited = new Limited();
    expect(limited.nameOf(request('vault', { method: 'POST' }), true)).toBe(
      limited.limited(request('widgets'), true),
    );
  });
});
