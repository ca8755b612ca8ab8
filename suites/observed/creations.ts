import { endOf } from '../../src/client/exchange.ts';
import { type Creation, isAccepted } from '../../src/context/ledger.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { createAndLocate, FIRST_PAUSE_MS } from '../../src/creations/follow.ts';
import { strings } from '../../src/listings/records.ts';
import type { Answer, Answers } from '../../src/model/planned-request.ts';
import { NotMade, rowOf } from '../../src/observe/observed-rule.ts';
import { answersTo, described, statusText, together } from '../../src/observe/requests.ts';

const created = rowOf({ at: 'created', needs: ['WRITES=all', 'TOKEN'] });

const recordsWith = (marker: string, listings: Answers): readonly unknown[] =>
  listings
    .flatMap(({ list }) => list ?? [])
    .filter((one) => JSON.stringify(one).toLowerCase().includes(marker));

/** A field that no service knows. */
const EXTRA = 'qx_made_up_field';

/** Texts that show if titles and bodies come back unchanged (sections 2 and 4.2). None mentions a person or an issue. */
const TEXTS: Readonly<Record<string, (text: string) => string>> = {
  'unusual characters': (text) =>
    `${text} 😀 👩‍👩‍👧 Größe тест 日本語 العربية e\u0301 "double" 'single' \`back\` <b>bold</b> &amp; **stars** C:\\new \\u0041 100%25`,
  'spaces at the ends': (text) => `  ${text}  `,
  'line break': (text) => `${text} first\r\nsecond\tline\n\nfourth`,
};

/** Returns how a title and a body were listed. */
function fateOf(run: RunContext, answer: Answer, listings: Answers): string {
  if (!isAccepted(answer)) return statusText(answer);
  const shown = new Set(strings(recordsWith(answer.marker, listings)).map(({ text }) => text));
  const sent = run.ledger.of(answer)?.texts ?? [];
  const changed = ['title', 'body'].filter((_, at) => !shown.has(sent[at] ?? ''));
  if (changed.length === 0) return 'unchanged';
  return shown.size === 0 ? 'not listed' : `${changed.join(' and ')} changed`;
}

export const observedCreations = [
  rowOf({ at: 'alone', needs: ['WRITES=all', 'TOKEN'] })('observed.create.visible-after', ['4.2 success'], {
    statement: 'How soon is a new issue listed?',
    tried: 'The run creates an issue alone, and reads the list for up to LISTED_WITHIN_MS.',
    impact: 'A client that files an issue and then reloads the list has to know if it must wait.',
    observe: async ({ run, send }) => {
      const { ledger, settings } = run;
      const asks = [run.post(run.primaryCaller, run.valid)];
      const [answer, listing] = await createAndLocate(run, asks, 'in turn')(send);
      if (answer === undefined || listing === undefined || !isAccepted(answer))
        throw new NotMade('other-rule', 'The creation was not accepted.', 'create.accepted');
      if (!ledger.creations.some(({ isMentioned }) => isMentioned))
        throw new NotMade('data', 'No listed issue shows its title.', 'create.listed');
      if (run.lag.isInVain)
        throw new NotMade('other-rule', 'No new issue is listed in time.', 'create.listed');
      if (ledger.of(answer)?.isMentioned !== true) return `not within ${settings.listedWithinMs / 1000} s`;
      // A listing may precede this one, but no pause.
      const { startedAt, ms } = listing.exchange;
      return startedAt - ms < endOf(answer.exchange) + FIRST_PAUSE_MS ? 'at once' : 'with a lag';
    },
  }),
  created('observed.create.state', ['3 third point'], {
    statement: 'In which state does a new issue start?',
    tried: 'The run looks for an accepted issue in the list without `state`, and under `closed`.',
    impact: 'A client that lists only open issues may never see what it has just filed.',
    observe: async (asking) => {
      const { writeRepository: repository } = asking.run.target;
      const answers = await answersTo(asking, {
        open: { repository, query: { per_page: '100' } },
        closed: { repository, query: { state: 'closed', per_page: '100' } },
      });
      const statesOf = ({ marker }: Creation): readonly string[] =>
        Object.entries(answers).flatMap(([state, answer]) =>
          recordsWith(marker, [answer]).length > 0 ? [state] : [],
        );
      // Other observations create issues meanwhile, which these pages lack.
      const newest = asking.run.ledger.accepted(repository).findLast((one) => statesOf(one).length > 0);
      if (newest !== undefined) return statesOf(newest).join(' and ');
      const why = 'The first pages of open and closed issues show none of this run.';
      throw new NotMade('data', why, 'create.listed');
    },
  }),
  created('observed.create.round-trip', ['2 payload, title', '2 payload, body', '4.2 success'], {
    statement: 'Do title and body come back unchanged?',
    tried: 'The run creates texts with unusual characters, line ends and blanks, and reads them in the list.',
    impact: 'A client that compares what it sent with what is stored sees changes that nobody made.',
    observe: async ({ run, send }) => {
      const asks = Object.values(TEXTS).map((text) =>
        run.post(run.primaryCaller, (marker) => ({
          title: text(`title ${marker}`),
          body: text(`body ${marker}`),
        })),
      );
      const answers = await createAndLocate(run, asks, 'together')(send);
      const names = Object.keys(TEXTS);
      const own = answers.slice(0, names.length);
      return together(own.map((answer, at) => [names[at] ?? '', fateOf(run, answer, answers)]));
    },
  }),
  created('observed.create.empty-title', ['2 payload, title'], {
    statement: 'How does the service answer an empty or blank title?',
    impact: 'A client has to know if it must check for blank titles itself.',
    observe: described({
      empty: { payload: (marker) => ({ title: '', body: marker }) },
      'only spaces': { payload: (marker) => ({ title: '   ', body: marker }) },
    }),
  }),
  created('observed.create.null-body', ['2 payload, body'], {
    statement: 'How does the service answer a `body` of null?',
    impact: 'Many languages write a missing text as null unless told not to.',
    observe: described(({ title }) => ({
      null: { payload: (marker) => ({ title: title(marker), body: null }) },
    })),
  }),
  created('observed.create.malformed-json', ['7 status 422'], {
    statement: 'How does the service answer a truncated payload, which is not JSON?',
    impact: 'Whoever debugs a client has to know if broken JSON gets another answer than a wrong field.',
    observe: described(({ valid }) => ({
      truncated: { payload: valid, mangle: (body) => body.slice(0, -8) },
    })),
  }),
  created('observed.create.no-payload', ['4.2 request body', '7 status 422'], {
    statement: 'How does the service answer a creation with an empty payload?',
    impact: 'A client whose payload got lost on the way sees this answer.',
    observe: described(({ valid }) => ({ none: { payload: valid, mangle: () => '' } })),
  }),
  created('observed.create.extra-fields', ['2 payload, the table as a whole'], {
    statement: 'Is an unknown field in a creation accepted, and kept?',
    impact: 'A client written for a richer service learns what becomes of its other fields.',
    observe: described(
      ({ title }) => ({ extra: { payload: (marker) => ({ title: title(marker), [EXTRA]: 'made up' }) } }),
      (answer) => {
        const fate = answer.exchange.response?.body.includes(EXTRA) === true ? 'returned' : 'not returned';
        return `${statusText(answer)}${isAccepted(answer) ? `, extra field ${fate}` : ''}`;
      },
    ),
  }),
  created('observed.create.content-type', ['4.2 request body'], {
    statement: 'Is a JSON payload accepted without a Content-Type, or as `text/plain`?',
    impact: 'Small scripts leave the header out, and browsers send text/plain without asking first.',
    observe: described(({ valid }) => ({
      none: { payload: valid, headers: { 'content-type': null } },
      '`text/plain`': { payload: valid, headers: { 'content-type': 'text/plain' } },
    })),
  }),
];
