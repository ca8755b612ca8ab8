import { readListAnswer } from '../src/survey/list-answer.ts';
import type { Exchange } from '../src/target/exchange.ts';
import { ANONYMOUS } from '../src/target/question.ts';
import { areTelling } from '../src/trial/observing/asked.ts';
import { brief, briefly, statusOf, VALUE_LENGTH } from '../src/trial/observing/brief.ts';
import { errorShapes } from '../src/trial/observing/error-shapes.ts';
import { besideMeasure, listingQuestion, plainListIsRead } from '../src/trial/observing/likeness.ts';
import { linksIn, queryOfLink } from '../src/trial/observing/links.ts';
import { rateLimitHeaders, rateLimitOf } from '../src/trial/observing/rate-limits.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';

/** Validators that can be sent back as they came. */
const SENDABLE = /^[\t\x20-\x7e]{1,1000}$/;

const headerOf = ({ response }: Exchange, name: string): string | undefined => response?.headers[name];

/** Whether the link to the next page leads to page 2. @throws {Stopped} */
async function followNext(t: Trial, next: string): Promise<string | null> {
  const query = queryOfLink(next, t.survey.plain.request.url);
  if (query === null) return 'next leads elsewhere';
  const [second, followed] = await Promise.all([
    t.ask(listingQuestion(t, { page: '2' })),
    t.ask(listingQuestion(t, query)),
  ]);
  if (!areTelling(t, [second, followed])) return null;
  const measure = { question: listingQuestion(t, { page: '2' }), answer: second };
  const seen = await besideMeasure(t, followed, measure, { same: 'as page=2', other: 'not as page=2' });
  return seen === null ? null : `next: ${seen}`;
}

/** A conditional request, tried again where the list may have changed in between, and whether it had. @throws {Stopped} */
async function conditional(
  t: Trial,
  validator: 'etag' | 'last-modified',
): Promise<{ answer: Exchange; changed: boolean }> {
  const header = validator === 'etag' ? 'if-none-match' : 'if-modified-since';
  const withValidator = (from: Exchange) =>
    t.askAnew({ ...listingQuestion(t), headers: { [header]: headerOf(from, validator) ?? null } });
  const isNew = (answer: Exchange, before: Exchange) =>
    answer.response?.status === 200 &&
    SENDABLE.test(headerOf(answer, validator) ?? '') &&
    headerOf(answer, validator) !== headerOf(before, validator);
  const first = await withValidator(t.survey.plain);
  if (!isNew(first, t.survey.plain)) return { answer: first, changed: false };
  const second = await withValidator(first);
  return { answer: second, changed: isNew(second, first) };
}

/** What comes with the answers (sections 1, 4.1, 7 and 8). */
export const observedAnswer = [
  rule('observed.errors.body', (t) => {
    const shapes = errorShapes(t.context.exchanges(), (text) => t.context.secrets.scrub(text));
    if (shapes.length === 0) return;
    const value = brief(shapes.map(({ status, text }) => `${status}: ${text}`).join('; '), VALUE_LENGTH);
    t.observe(value, `Media types and keys of error answers: ${value}.`);
  }),

  rule('observed.content-type', (t) => {
    const listings = [t.survey.plain, ...t.survey.atFirst.exchanges].filter(
      (exchange) => readListAnswer(exchange).kind === 'list',
    );
    if (listings.length === 0) return;
    const types = new Set(
      listings.map((exchange) =>
        brief(t.context.secrets.scrub(headerOf(exchange, 'content-type') ?? 'none')),
      ),
    );
    const value = [...types].toSorted().slice(0, 3).join(' or ');
    t.observe(value, `Listings have the Content-Type: ${value}.`);
  }),

  rule('observed.links', async (t) => {
    if (!plainListIsRead(t)) return;
    const links = linksIn(headerOf(t.survey.plain, 'link') ?? '');
    if (links.size === 0) {
      t.observe('none', 'The first page has no Link header; a list that fits on one page may need none.');
      return;
    }
    const relations = briefly([...links.keys()].map((name) => t.context.secrets.scrub(name)).toSorted(), 6);
    const next = links.get('next');
    if (next === undefined) {
      t.observe(
        `${relations}; no next`,
        `The first page has a Link header with ${relations}, and no next page.`,
      );
      return;
    }
    if (!t.mayAskMore()) return;
    const seen = await followNext(t, next);
    if (seen !== null)
      t.observe(
        `${relations}; ${seen}`,
        `The first page has a Link header with ${relations}; beside page=2, ${seen}.`,
      );
  }),

  rule('observed.caching', async (t) => {
    if (!plainListIsRead(t)) return;
    const names = { etag: 'ETag', 'last-modified': 'Last-Modified' } as const;
    const offered = (['etag', 'last-modified'] as const).filter((name) =>
      SENDABLE.test(headerOf(t.survey.plain, name) ?? ''),
    );
    const [validator] = offered;
    if (validator === undefined) {
      t.observe('no validator', 'A listing has neither an ETag nor a Last-Modified header.');
      return;
    }
    if (!t.mayAskMore()) return;
    const { answer, changed } = await conditional(t, validator);
    if (!areTelling(t, [answer])) return;
    const seen = changed ? `${statusOf(answer)} with a new one each time` : statusOf(answer);
    const shown = offered.map((name) => names[name]).join(' and ');
    t.observe(
      `${shown}; ${seen}`,
      `A listing has ${shown}, and a conditional request with ${names[validator]} is answered ${seen}.`,
    );
  }),

  rule('observed.rate-limit', async (t) => {
    // Other rules have asked for it already, but where they take no part.
    if (t.context.profile.observes)
      await t.ask({ repository: t.premises.repository, as: ANONYMOUS, query: {} });
    const listed = t.context
      .exchanges()
      .filter(({ request, response }) => request.method === 'GET' && response?.status === 200);
    const names = [...new Set(listed.flatMap(rateLimitHeaders))].toSorted();
    if (names.length === 0) {
      t.observe('none', 'No listing has a header that speaks of a rate limit.');
      return;
    }
    const { token } = t.premises;
    const limitOf = (authorization: string | undefined): string | null => {
      const own = listed.filter(({ request }) => request.headers['authorization'] === authorization);
      return own.map(rateLimitOf).find((limit) => limit !== null) ?? null;
    };
    const [known, anonymous] = [token === undefined ? null : limitOf(`Bearer ${token}`), limitOf(undefined)];
    const limits = [
      ...(known === null ? [] : [`${known} with TOKEN`]),
      ...(anonymous === null ? [] : [`${anonymous} without a credential`]),
    ];
    const value = [
      briefly(
        names.map((name) => t.context.secrets.scrub(name)),
        5,
        26,
      ),
      ...limits,
    ].join('; ');
    t.observe(value, `Listings have headers that speak of a rate limit: ${value}.`);
  }),
];
