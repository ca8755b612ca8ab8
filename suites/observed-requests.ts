import fc from 'fast-check';
import { names } from '../src/generate/names.ts';
import type { Exchange } from '../src/target/exchange.ts';
import type { Question } from '../src/target/question.ts';
import { validPayload } from '../src/trial/create-controls.ts';
import { type Asked, areTelling, observeEach, together } from '../src/trial/observing/asked.ts';
import { brief, statusOf } from '../src/trial/observing/brief.ts';
import { besideMeasure, plainList, plainListIsRead } from '../src/trial/observing/likeness.ts';
import { inOtherCase } from '../src/trial/observing/other-case.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';
import type { Submission } from '../src/trial/writer.ts';

/** A field that no service knows. */
const MADE_UP_FIELD = 'qx_made_up_field';

/** A creation by the holder of TOKEN, of which nothing is demanded; changed before it is sent. */
function creation(
  t: Trial,
  name: string,
  { payload = validPayload, change = (question) => question }: Partial<Change> = {},
): Asked {
  const build = t.writer.ask({
    repository: t.premises.repository,
    as: t.as('member'),
    payload,
    unusual: true,
  });
  return { name, ask: () => t.context.asker.send(() => change(build()), t.context.onAttempt) };
}

interface Change {
  readonly payload: Submission['payload'];
  readonly change: (question: Question) => Question;
}

/** Another text in place of the payload. */
const mangled =
  (mangle: (body: string) => string) =>
  (question: Question): Question => ({ ...question, body: mangle(question.body ?? '') });

const withType =
  (type: string | null) =>
  (question: Question): Question => ({ ...question, headers: { 'content-type': type } });

/** A status, and the methods that the answer says are allowed. */
function withAllowed(answer: Exchange): string {
  const allow = answer.response?.headers['allow'];
  return allow === undefined ? statusOf(answer) : `${statusOf(answer)}, allowed ${brief(allow, 40)}`;
}

/** Requests that the document does not describe (sections 1, 2, 4 and 7). */
export const observedRequests = [
  rule('observed.create.empty-title', (t) =>
    observeEach(
      t,
      [
        creation(t, 'empty', { payload: (_title, marker) => ({ title: '', body: marker }) }),
        creation(t, 'blanks', { payload: (_title, marker) => ({ title: '   ', body: marker }) }),
      ],
      statusOf,
      (value) => `Creations with an empty title, and with one of blanks, are answered: ${value}.`,
    ),
  ),

  rule('observed.create.null-body', (t) =>
    observeEach(
      t,
      [creation(t, 'null', { payload: (title) => ({ title, body: null }) })],
      statusOf,
      (value) => `A creation whose body is null is answered: ${value}.`,
    ),
  ),

  rule('observed.create.malformed-json', (t) =>
    observeEach(
      t,
      [
        creation(t, 'cut short', { change: mangled((body) => body.slice(0, -8)) }),
        creation(t, 'a comma too many', { change: mangled((body) => body.replace(/\}$/, ',}')) }),
        creation(t, 'text', { change: mangled((body) => `title ${body.replaceAll(/["{}]/g, '')}`) }),
      ],
      statusOf,
      (value) => `Creations whose payload is no JSON are answered: ${value}.`,
    ),
  ),

  rule('observed.create.no-payload', (t) => {
    const empty: Question = { method: 'POST', repository: t.premises.repository, as: t.as('member') };
    return observeEach(
      t,
      [
        { name: 'no Content-Type', ask: () => t.askAnew(empty) },
        { name: 'JSON', ask: () => t.askAnew(withType('application/json')(empty)) },
      ],
      statusOf,
      (value) => `Creations without a payload are answered: ${value}.`,
    );
  }),

  rule('observed.create.extra-fields', (t) =>
    observeEach(
      t,
      [creation(t, 'extra', { payload: (title) => ({ title, [MADE_UP_FIELD]: 'made up' }) })],
      async (answer) => {
        const marker = t.writer.markerIn(answer.request.body ?? '');
        const { status = 0 } = answer.response ?? {};
        if (marker === undefined || status < 200 || status > 299) return statusOf(answer);
        const { records } = await t.context.finder.find([marker], t.context.listedWithinMs);
        const record = records.get(marker);
        if (record === undefined) return `${statusOf(answer)}, not listed`;
        return `${statusOf(answer)}, ${JSON.stringify(record).includes(MADE_UP_FIELD) ? 'kept' : 'dropped'}`;
      },
      (value) => `A creation with a field that is not documented is answered: ${value}.`,
    ),
  ),

  rule('observed.create.content-type', (t) =>
    observeEach(
      t,
      [
        creation(t, 'none', { change: withType(null) }),
        creation(t, 'text/plain', { change: withType('text/plain') }),
      ],
      statusOf,
      (value) => `Creations that are not declared as JSON are answered: ${value}.`,
    ),
  ),

  rule('observed.methods', (t) => {
    const [owner = '', repo = ''] = fc.sample(names, { seed: t.runSeed('methods'), numRuns: 2 });
    const as = t.context.credential;
    const on = (repository: Question['repository']) => (method: Exclude<Question['method'], undefined>) => ({
      name: method,
      ask: () => t.askAnew({ method, repository, as }),
    });
    return observeEach(
      t,
      [
        ...(['HEAD', 'OPTIONS'] as const).map(on(t.premises.repository)),
        // What changes things is sent only where there is nothing to change.
        ...(['PUT', 'PATCH', 'DELETE'] as const).map(on({ owner, repo })),
      ],
      withAllowed,
      (value) => `Other methods are answered: ${value}; the last three in a repository that does not exist.`,
    );
  }),

  rule('observed.names.case', async (t) => {
    if (!plainListIsRead(t) || !t.mayAskMore()) return;
    const { owner, repo } = t.premises.repository;
    const others = [
      { name: 'owner', repository: { owner: inOtherCase(owner), repo } },
      { name: 'repository', repository: { owner, repo: inOtherCase(repo) } },
    ].filter(({ repository }) => repository.owner !== owner || repository.repo !== repo);
    t.control(others.length > 0, 'Neither OWNER nor REPO has a letter, so they have no other case.');
    const answers = await Promise.all(
      others.map(({ repository }) => t.ask({ repository, as: t.context.credential })),
    );
    if (others.length === 0 || !areTelling(t, answers)) return;
    const words = { same: 'the same results', other: 'other results' };
    const texts = await Promise.all(answers.map((answer) => besideMeasure(t, answer, plainList(t), words)));
    const value = together(others.map(({ name }, index) => ({ name, text: texts[index] ?? '' })));
    t.observe(value, `With the case of the letters changed, a listing is answered: ${value}.`);
  }),
];
