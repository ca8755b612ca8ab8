import { describe, expect, it } from 'vitest';
import { failure } from '../../proof/changes/answers.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { tryService } from '../support/try-service.ts';

describe('a service that refuses what it is asked with a recommended header, creations too', () => {
  it.each([
    { header: 'accept', status: 406 },
    { header: 'x-service-api-version', status: 400 },
  ])('breaks list.recommended-headers alone: $header, $status', async ({ header, status }) => {
    const refusing: Change = (b) => ({
      around: async (inner, request) =>
        /vnd|2022/.test(request.header(header) ?? '') ? failure(status) : b.around(inner, request),
    });
    const { tried } = await tryService({ changes: [refusing] }, { only: gatingIds });
    const failed = tried.filter(({ verdict }) => verdict.verdict === 'fail').map(({ rule }) => rule.id);
    expect(failed).toEqual(['list.recommended-headers']);
    const open = tried.filter(({ verdict }) => verdict.verdict === 'inconclusive');
    const others = open.filter(
      ({ verdict }) =>
        !('reason' in verdict && verdict.reason?.includes('Fix list.recommended-headers first')),
    );
    expect(others).toEqual([]);
    expect(open.map(({ rule }) => rule.id)).toContain('create.accepted');
  });
});
