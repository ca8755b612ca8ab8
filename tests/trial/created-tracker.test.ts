import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type TrackerIssue, tryTracker } from './tracker.ts';

const CREATING = ['create.accepted', 'create.body-optional', 'create.concurrent', 'create.once'] as const;

const insert = (issue: TrackerIssue, issues: TrackerIssue[]) => void issues.unshift(issue);

describe('a rule on created issues', () => {
  it('holds where nothing is amiss', async () => {
    expect(await tryTracker({}, [...CREATING, 'create.listed', 'create.rejected-no-effect'])).toEqual([]);
  });

  it('is tried again with the payloads that broke it', async () => {
    const store = (issue: TrackerIssue, issues: TrackerIssue[]) => {
      if (issue.body !== null) insert(issue, issues);
    };
    expect(await tryTracker({ store }, ['create.body-optional', 'create.listed'])).toEqual([
      'create.listed fail',
    ]);
  });

  it('notices that every second creation loses another issue', async () => {
    let created = 0;
    const store = (issue: TrackerIssue, issues: TrackerIssue[]) => {
      insert(issue, issues);
      created += 1;
      if (created % 2 === 0) issues.splice(30, 1);
    };
    expect(await tryTracker({ store }, CREATING)).toEqual(['create.once fail']);
  });

  it('notices that two creations at once lose another issue', async () => {
    let underWay = 0;
    const store = async (issue: TrackerIssue, issues: TrackerIssue[]) => {
      underWay += 1;
      const isAlone = underWay === 1;
      await delay(20);
      underWay -= 1;
      insert(issue, issues);
      if (!isAlone) issues.pop();
    };
    expect(await tryTracker({ store }, CREATING)).toEqual(['create.once fail']);
  });

  it.each([3, 7, 12, 17, 25])('minds nobody who deletes an issue with every %i. request', async (nth) => {
    let requests = 0;
    const meanwhile = (issues: TrackerIssue[]) => {
      requests += 1;
      if (requests % nth === 0) issues.pop();
    };
    expect(await tryTracker({ meanwhile }, CREATING)).toEqual([]);
  });

  it('minds nobody who deletes an issue whenever something is created', async () => {
    const meanwhile = (issues: TrackerIssue[], method: string) => {
      if (method === 'POST') issues.pop();
    };
    expect(await tryTracker({ meanwhile }, CREATING)).toEqual([]);
  });

  it('minds nobody who creates issues whenever a request is sent to create one', async () => {
    let others = 10_000;
    const meanwhile = (issues: TrackerIssue[], method: string) => {
      if (method !== 'POST') return;
      others += 1;
      issues.unshift({ id: others, title: 'by somebody else', body: null });
    };
    const only = ['create.missing-title', 'create.rejected-no-effect', 'create.listed'] as const;
    expect(await tryTracker({ meanwhile }, only)).toEqual([]);
  });
});
