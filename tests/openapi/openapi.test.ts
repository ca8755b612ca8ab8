import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { type Injected, injecting } from '../../proof/injected.ts';
import type { Transport } from '../../src/client/transport.ts';
import { tryRules } from '../../src/host/in-process.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { lint, operations, paths, schemas } from './description.ts';

const gating = rules.filter(({ level }) => level !== 'observed');

interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | null;
  readonly status: number;
  readonly body: string;
}

/** Returns all requests of the gating rules to the bundled service, with the responses. */
async function sentTo(options: Injected = {}): Promise<readonly Sent[]> {
  const clock = new VirtualClock();
  const service = openService(injecting({ ...options, clock }));
  const plain = inProcess(service, clock);
  const all: Sent[] = [];
  const transport: Transport = {
    ...plain,
    send: async (request, sending) => {
      const answer = await plain.send(request, sending);
      const chunks: Uint8Array[] = [];
      for await (const chunk of answer.body) if (chunk instanceof Uint8Array) chunks.push(chunk);
      const { method, url, headers, body } = request;
      const text = Buffer.concat(chunks).toString('utf8');
      all.push({
        method,
        url: new URL(url),
        headers: { ...headers },
        payload: body ?? null,
        status: answer.status,
        body: text,
      });
      return {
        ...answer,
        body: (async function* () {
          yield* chunks;
        })(),
      };
    },
  };
  await tryRules(settingsFor(service, 'http://service.test'), gating, { transport, clock });
  return all;
}

const ajv = new Ajv2020();
const fits = (schema: object, value: unknown): boolean => ajv.validate(schema, value);

const operationOf = (method: string) => {
  const found = operations.find((one) => one.method === method);
  if (found === undefined) throw new Error(`${method} is not described`);
  return { ...found.operation, parameters: found.parameters };
};

/** Returns the key of the described response for a status. */
const keyOf = (status: number, responses: object): string =>
  String(status) in responses ? String(status) : `${Math.floor(status / 100)}XX`;

/** Returns responses that differ from the description. */
function undescribed(sent: readonly Sent[]): readonly string[] {
  return sent.flatMap(({ method, status, body }) => {
    const { responses } = operationOf(method);
    const response = responses[keyOf(status, responses)];
    if (response === undefined) return [`${method}: ${status}`];
    const contents = Object.entries(response.content ?? {});
    return contents
      .filter(([, { schema }]) => !fits(schema, JSON.parse(body)))
      .map(([type]) => `${method}: ${status} ${type}`);
  });
}

const sent = await sentTo();
const sayings = (prefix: string): string =>
  gating
    .filter(({ id }) => id.startsWith(prefix))
    .map(({ says }) => says)
    .join(' ');
const numbersOf = (id: string): readonly number[] =>
  [...(gating.find((rule) => rule.id === id)?.says ?? '').matchAll(/\d+/g)].map(Number);

describe('openapi.yaml', () => {
  it('passes the strict rules of a linter', async () => {
    expect(await lint()).toEqual([]);
    const problems = await lint(
      (await readFile('openapi.yaml', 'utf8')).replace('operationId: listIssues', ''),
    );
    expect(problems.map(({ ruleId }) => ruleId)).toContain('operation-operationId');
  });

  it('is shipped', async () => {
    const { exports, files } = JSON.parse(await readFile('package.json', 'utf8')) as {
      exports: Record<string, unknown>;
      files: readonly string[];
    };
    expect(exports['./openapi.yaml']).toBe('./openapi.yaml');
    expect(files).toContain('openapi.yaml');
  });

  it('has the path to which everything is sent, and no other', () => {
    const asked = new Set(
      sent.map(({ url }) => url.pathname.replace(/^\/repos\/[^/]+\/[^/]+/, '/repos/{owner}/{repo}')),
    );
    expect(paths).toEqual([...asked]);
  });

  for (const [method, prefix] of [
    ['GET', 'list.'],
    ['POST', 'create.'],
  ] as const) {
    const { parameters, responses, security } = operationOf(method);
    const mine = sent.filter((one) => one.method === method);

    it(`has the query parameters of the gating rules, and no other: ${method}`, () => {
      const asked = new Set(mine.flatMap(({ url }) => [...url.searchParams.keys()]));
      const described = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
      expect(described.toSorted()).toEqual([...asked].toSorted());
    });

    it(`has the statuses that the gating rules speak of and are answered with, and no other: ${method}`, () => {
      const said = [...sayings(prefix).matchAll(/\b[245](?:\d\d|xx)\b/g)].map(([status]) =>
        status.toUpperCase(),
      );
      const answered = mine.map(({ status }) => keyOf(status, responses));
      const described = Object.keys(responses).toSorted();
      expect([...new Set(answered)].toSorted()).toEqual(described);
      expect([...new Set(said)].toSorted()).toEqual(described);
    });

    it(`has the headers that the gating rules send: ${method}`, () => {
      const [one] = mine;
      const header = parameters.find((each) => each.in === 'header');
      expect(header).toMatchObject({ name: 'X-Service-Api-Version', example: '2022-11-28' });
      const names = Object.keys(one?.headers ?? {}).map((name) => name.toLowerCase());
      expect(names).toContain('x-service-api-version');
      // OpenAPI derives Accept from the response types.
      if (method === 'GET')
        expect(Object.keys(responses['200']?.content ?? {})[0]).toBe(one?.headers['accept']);
    });

    it(`takes a credential as the gating rules do: ${method}`, () => {
      const accepted = mine.filter(({ status }) => status < 300);
      const isAnonymous = accepted.some(({ headers }) => headers['authorization'] === undefined);
      expect(security.some((one) => Object.keys(one).length === 0)).toBe(isAnonymous);
      expect(security.some((one) => 'token' in one)).toBe(true);
    });
  }

  it('refuses no value of a parameter that must be accepted', () => {
    const { parameters } = operationOf('GET');
    for (const { url, status } of sent.filter(({ method, status: one }) => method === 'GET' && one === 200)) {
      for (const [name, value] of url.searchParams) {
        const schema = parameters.find((one) => one.name === name)?.schema ?? { not: {} };
        const isNumber = name === 'page' || name === 'per_page';
        expect(fits(schema, isNumber ? Number(value) : value), `${name}=${value}: ${status}`).toBe(true);
      }
    }
  });

  it('has the limits of the gating rules, and values that they try as examples', () => {
    const perPage = operationOf('GET').parameters.find(({ name }) => name === 'per_page');
    expect(numbersOf('list.per-page.default')).toContain(perPage?.schema.default);
    expect(numbersOf('list.per-page.maximum')).toContain(schemas['Issues']?.maxItems);
    const tried = new Set(sent.map(({ url }) => url.searchParams.get('per_page')));
    const examples = Object.values(perPage?.examples ?? {}).map(({ value }) => String(value));
    expect(examples).toHaveLength(4);
    expect(examples.filter((value) => !tried.has(value))).toEqual([]);
    expect(operationOf('GET').parameters.find(({ name }) => name === 'state')?.schema.default).toBe('open');
  });

  it('describes the payloads that the gating rules take for valid, and no others', () => {
    const schema = schemas['NewIssue'] ?? {};
    const judged = sent.filter(({ status, method }) => method === 'POST' && (status === 422 || status < 300));
    const wrong = judged.filter(
      ({ payload, status }) => fits(schema, JSON.parse(payload ?? 'null')) !== status < 300,
    );
    expect(wrong.map(({ payload, status }) => `${status} ${payload}`)).toEqual([]);
    expect(new Set(judged.map(({ status }) => status)).size).toBe(2);
  });

  it('describes every answer of the bundled service', () => {
    expect(undescribed(sent)).toEqual([]);
  });

  it.each([
    ['per-page-above-uncapped', 'GET: 200 application/json'],
    ['answer-wrapped', 'GET: 200 application/json'],
    ['record-in-an-array', 'GET: 200 application/json'],
    ['create-anonymous-403', 'POST: 403'],
    ['title-missing-400', 'POST: 400'],
    ['unknown-repo-500', 'GET: 500'],
  ] as const)('describes no answer that breaks a rule: %s', async (fault, problem) => {
    expect(undescribed(await sentTo({ faults: [fault] }))).toContain(problem);
  });
});
