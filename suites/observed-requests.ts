import { sample } from 'fast-check';
import { names } from '../src/generate/names.ts';
import type { Exchange } from '../src/target/exchange.ts';
import type { Question, RepositoryName } from '../src/target/question.ts';
import { validPayload } from '../src/trial/create-controls.ts';
import { type Asked, areTelling, observeEach, type Seen, together } from '../src/trial/observing/asked.ts';
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
const withAllowed =
  (t: Trial) =>
  (answer: Exchange): string => {
    const { request, response } = answer;
    // HEAD has no body, so one that cannot be read is none that broke.
    const status =
      request.method === 'HEAD' && response !== null ? String(response.status) : statusOf(answer);
    const allow = response?.headers['allow'];
    return allow === undefined ? status : `${status}, allowed ${brief(t.context.secrets.scrub(allow), 40)}`;
  };

/** What the list shows of an issue; `null` where it is not there. @throws {Stopped} */
async function listedText(t: Trial, marker: string): Promise<string | null> {
  const { records } = await t.context.finder.find([marker], t.context.listedWithinMs);
  return records.has(marker) ? JSON.stringify(records.get(marker)) : null;
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
        creation(t, 'text', { change: mangled((body) => `title ${body.replaceAll(/["{}]/g, '')}`) }),
      ],
      statusOf,
      (value) => `Creations whose payload is no JSON are answered: ${value}.`,
    ),
  ),

  rule('observed.create.no-payload', (t) =>
    observeEach(
      t,
      [
        {
          name: 'none',
          ask: () =>
            t.askAnew({
              method: 'POST',
              repository: t.premises.repository,
              as: t.as('member'),
              headers: { 'content-type': 'application/json' },
            }),
        },
      ],
      statusOf,
      (value) => `A creation that says it is JSON and has no payload is answered: ${value}.`,
    ),
  ),

  rule('observed.create.extra-fields', (t) =>
    observeEach(
      t,
      [creation(t, 'extra', { payload: (title) => ({ title, [MADE_UP_FIELD]: 'made up' }) })],
      async (answer) => {
        const { status = 0, body = '' } = answer.response ?? {};
        const marker = t.writer.markerIn(answer.request.body ?? '');
        if (marker === undefined || status < 200 || status > 299) return statusOf(answer);
        // Where the answer shows the new issue, the list need not be searched for it.
        const shown = t.writer.markerIn(body) === marker ? body : await listedText(t, marker);
        if (shown === null) return `${statusOf(answer)}, not listed`;
        return `${statusOf(answer)}, ${shown.includes(MADE_UP_FIELD) ? 'kept' : 'dropped'}`;
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
    const [owner = '', repo = ''] = sample(names, { seed: t.runSeed('methods'), numRuns: 2 });
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
      withAllowed(t),
      (value) => `Other methods are answered: ${value}; the last three in a repository that does not exist.`,
    );
  }),

  rule('observed.names.case', async (t) => {
    if (!plainListIsRead(t)) return;
    const { owner, repo } = t.premises.repository;
    const [otherOwner, otherRepo] = [inOtherCase(owner), inOtherCase(repo)];
    t.control(
      otherOwner !== owner || otherRepo !== repo,
      'Neither OWNER nor REPO has a letter, so they have no other case.',
    );
    if (!t.controlsHold || !t.mayAskMore()) return;
    const look = (repository: RepositoryName) => t.ask({ repository, as: t.context.credential });
    const see = (answer: Exchange) =>
      besideMeasure(t, answer, plainList(t), { same: 'the same results', other: 'other results' });
    const both = await look({ owner: otherOwner, repo: otherRepo });
    if (!areTelling(t, [both])) return;
    const answers = [{ name: 'both', answer: both }];
    if (otherOwner !== owner && otherRepo !== repo && both.response?.status !== 200) {
      // One of the two may still be read in either case.
      const [byOwner, byRepo] = await Promise.all([
        look({ owner: otherOwner, repo }),
        look({ owner, repo: otherRepo }),
      ]);
      if (!areTelling(t, [byOwner, byRepo])) return;
      answers.unshift({ name: 'owner', answer: byOwner }, { name: 'repository', answer: byRepo });
    }
    const seen: Seen[] = [];
    for (const { name, answer } of answers) {
      const text = await see(answer);
      if (text === null) return;
      seen.push({ name, text });
    }
    const value = together(seen);
    t.observe(
      value,
      `With the letters of OWNER and REPO in their other case, a listing is answered: ${value}.`,
    );
  }),
];
