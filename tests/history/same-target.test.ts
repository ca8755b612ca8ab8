import { describe, expect, it } from 'vitest';
import { isSameTarget } from '../../src/history/past.ts';

const target = { baseUrl: 'http://issues.example.com/api', owner: 'octo', repo: 'hello', bundled: false };

describe('the target of two reports', () => {
  it.each([
    ['a slash at the end', { baseUrl: 'http://issues.example.com/api/' }, true],
    ['the host in capitals', { baseUrl: 'http://Issues.Example.com/api' }, true],
    ['the usual port', { baseUrl: 'http://issues.example.com:80/api' }, true],
    ['another port', { baseUrl: 'http://issues.example.com:81/api' }, false],
    ['another path', { baseUrl: 'http://issues.example.com/API' }, false],
    ['another owner', { owner: 'acme' }, false],
    ['another repository', { repo: 'Hello' }, false],
    ['the bundled service', { bundled: true }, false],
  ])('is the same or not: %s', (_, other, same) => {
    expect(isSameTarget(target, { ...target, ...other })).toBe(same);
  });

  it('is the same where it is the bundled service, whatever port it got', () => {
    const one = { ...target, bundled: true, baseUrl: 'http://127.0.0.1:1' };
    const other = { ...one, baseUrl: 'http://127.0.0.1:2' };
    expect(isSameTarget(one, other)).toBe(true);
  });
});
