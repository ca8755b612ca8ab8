import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { runCli } from '../support/cli.ts';
import { serveHttp } from '../support/serve.ts';

/** Runs against a service whose titles, bodies and field names repeat one character. */
async function foundAt(character: string): Promise<Report> {
  const long = character.repeat(65_536);
  const issues = Array.from({ length: 7 }, (_, nth) => ({
    title: `${long}${nth}`,
    body: long,
    [`${long}!`]: nth,
  }));
  const service = await serveHttp((request, response) => {
    const isList = request.url?.includes('widgets') === true;
    response.writeHead(isList ? 200 : 404, {
      'content-type': 'application/json',
      'x-long': long.slice(0, 5000),
    });
    response.end(JSON.stringify(isList ? issues : []));
  });
  try {
    const { report } = await runCli(['run', '--profile', 'quick', '--seed', '1'], {
      env: {
        BASE_URL: service.baseUrl,
        OWNER: 'acme',
        REPO: 'widgets',
        TOKEN: 'ghp_aLongTokenOfAMember0123456789',
      },
    });
    if (report === null) throw new Error('the run left no report');
    return report;
  } finally {
    await service.stop();
  }
}

describe('long texts of a service', () => {
  it('hide no failure and no evidence, whatever they are made of', { timeout: 120_000 }, async () => {
    const verdicts = ({ rules }: Report) =>
      rules.map(
        ({ id, verdict, failure }) => `${id}: ${verdict}, ${failure?.exchanges.length ?? 0} exchanges`,
      );
    const plain = await foundAt('a');
    expect(plain.counts.fail).toBeGreaterThan(2);
    for (const character of ['\\', '&', '%'])
      expect(verdicts(await foundAt(character)), character).toEqual(verdicts(plain));
  });
});
