import { isAccepted, isRefused } from '../../src/context/ledger.ts';
import { type Attempt, type Case, type Check, lastOf, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { bodyText } from '../../src/creations/refusal.ts';
import type { Finding } from '../../src/model/finding.ts';
import { blocked, holds, inconclusiveFinding, needsData, wrongStatus } from '../../src/model/finding.ts';
import type { Answer, Answers, Payload, RequestScript } from '../../src/model/planned-request.ts';
import { describeAnswer } from '../../src/model/planned-request.ts';
import { joinAnd } from '../../src/model/text.ts';
import { caseOf, rightAfter, ruleOn } from '../define.ts';

type Title = (marker: string) => string;

type Unusual = readonly [what: string, title: Title, body?: Title];
const unusualOf = ({ values }: RunContext): readonly Unusual[] => [
  [
    'other scripts and an emoji, with a body of 66,000 characters',
    (marker) => `Überprüfung 検査 שלום 👩\u200d👧 🚀 ${marker}`,
    // Longer than a field of 64 KiB. A program that cuts it may do so within a character.
    (marker) => marker.padEnd(66_000, ' å'),
  ],
  [
    'quotes',
    (marker) =>
      `[It's 100% "quoted" \\ <b>&amp; {0} {{7*7}} e\u0301 %s [x](y) |*_~^$=+?!;, #0: a/b@c.invalid \${x} #{x}\u00a0\u200b http://host.invalid -- ${marker}.`,
    (marker) => `'; DROP TABLE issues; -- "<script>alert(1)</script>" & \\ ${marker}`,
  ],
  ...values.pick('title length', [255, 256]).map(
    (length): Unusual => [
      `${length} characters in two lines`,
      // More bytes than characters.
      (marker) => `${` \t${marker}\r\n`.padEnd(length - 1, '検査 ')} `,
      () => '',
    ],
  ),
  ['1,100 characters', (marker) => marker.padEnd(1100, ' lång'), (marker) => `Sent by a \0 check, ${marker}`],
  ['the character U+0000', (marker) => `Check \0 ${marker}`],
  [
    'a lone surrogate (\\ud83d)',
    (marker) => `Check \ud83d ${marker}`,
    (marker) => `${marker} 🚀 überprüft 検査 %s {0}`,
  ],
  ['no character', () => ''],
];
/** Texts that programs may treat as missing, and twins of the same length. */
const LIKE_NOTHING = [
  ['0', '1'],
  ['null', 'nulk'],
  ['false', 'falsx'],
] as const;

/** Returns a body that programs may render. A title that another issue has is seldom refused, so the body is read. */
const markup: Title = (marker) =>
  [
    `- one\n- [ ] two\r\n\n\t\`three\`\n\`\`\`\ncode\n\`\`\`\n@${marker} #0 https://host.invalid/a?b=1`,
    `| a | b |\n| --- | --- |\n| $x$ | {{ y }} |\n\n---\n<!-- z -->\n/none${'\n'.repeat(100)}${'long'.repeat(100)}`,
    `${marker}\n`,
  ].join('\n');

const notAccepted = (own: Answer, expected = 'some 2xx'): Finding =>
  wrongStatus(expected, own, { isUnambiguous: isRefused(own) });

/** Returns a violation if a creation that may be refused got a server error, or a 401 with a valid credential, else `null`. */
function failedIn(answers: Answers, isValid = false): Finding | null {
  const failed = answers.find(({ status }) => status >= 500 || (isValid && status === 401));
  const expected = isValid ? 'some 2xx, or a 4xx other than 401' : 'some 2xx or 4xx';
  return failed === undefined ? null : notAccepted(failed, expected);
}

/** Demands a 2xx, unless TOKEN may not create, or the service may refuse the title. */
const acceptedCreation =
  (mayRefuse: boolean): Check =>
  (attempt, run) => {
    const mayCreate = run.ledger.mayCreate(run.target.writeRepository);
    const failure = mayRefuse ? failedIn(attempt.answers, mayCreate) : null;
    if (failure !== null) return failure;
    const own = lastOf(attempt);
    if (isAccepted(own)) return holds([own]);
    const lists = run.preflight.listingCallers.includes(own.ask.caller) ? 'lists but ' : '';
    if ([401, 403, 404].includes(own.status) && !mayCreate)
      return inconclusiveFinding('access', `TOKEN ${lists}may not create (${own.status}).`);
    // The specification names no limit on creations, and no status for it.
    if (own.status === 403 && !mayRefuse)
      return inconclusiveFinding('limit', 'A valid creation got 403, although others were accepted.');
    return mayRefuse && own.status >= 400 && own.status < 500
      ? needsData('a service that accepts this title')
      : notAccepted(own, mayRefuse ? 'some 2xx or 4xx' : undefined);
  };

/** Demands that a text is accepted if its twin is. The twin is sent only if the text is refused. */
function likeTwin({ answers }: Pick<Attempt, 'answers'>, where = ''): Finding {
  const [own, twin] = answers;
  if (own === undefined || twin === undefined) return holds(answers);
  if (!isAccepted(twin)) return needsData('a service that accepts such a text');
  return wrongStatus('some 2xx', own, { where, twins: [twin], isUnambiguous: isRefused(own) });
}

/** Demands a 2xx with a body and without. A drawn body, which holds no marker, may be refused if its twin is. */
const eitherWay =
  (text = ''): Check =>
  ({ answers }, { ledger }) => {
    const isDrawn = (answer: Answer): boolean => hasBody(answer) && ledger.of(answer)?.isBodied === false;
    const finding = likeTwin({ answers: answers.filter(isDrawn) }, ` for the body "${text}"`);
    if (finding.is === 'violated') return finding;
    const first = answers.find((answer) => !isDrawn(answer) && !isAccepted(answer));
    if (first === undefined) return holds(answers);
    const got = joinAnd([...new Set(answers.map(describeAnswer))]);
    if (!answers.some(isAccepted))
      return blocked(`A title, with a body and without, got ${got}.`, 'create.accepted');
    const how = hasBody(first) ? 'with' : 'without';
    return wrongStatus('2xx with a body and without', first, { where: ` ${how} a body` });
  };

const payloadOf =
  (title: Title, body?: Title): Payload =>
  (marker) => ({ title: title(marker), ...(body && { body: body(marker) }) });

const orElse =
  (run: RunContext, ...payloads: readonly Payload[]): RequestScript =>
  async (send) => {
    const answers: Answer[] = [];
    for (const payload of payloads)
      if (!answers.some(isAccepted)) answers.push(await send(run.post(run.primaryCaller, payload)));
    return answers;
  };

const isQuick = ({ settings }: RunContext): boolean => settings.profile === 'quick';

/** Returns a case of a creation with a body, or without if that is refused. `create.body-optional` judges bodies. */
const creation = (run: RunContext, [what, title, body = bodyText]: Unusual, mayRefuse = true): Case => ({
  name: `a title of ${what}`,
  script: orElse(run, payloadOf(title, body), payloadOf(title)),
  quick: !mayRefuse,
  check: acceptedCreation(mayRefuse),
});

const hasBody = (one: Pick<Answer, 'exchange'>): boolean => /"body"/.test(one.exchange.request.body ?? '');

/** Sends a title with a drawn body, and with its twin if that is refused. Sends another body and none, unless one was accepted. */
const withAndWithout =
  (run: RunContext, drawn: readonly string[]): RequestScript =>
  async (send) => {
    const answers: Answer[] = [];
    const post = async (body?: Title): Promise<void> => {
      answers.push(await send(run.post(run.primaryCaller, payloadOf(run.title, body))));
    };
    const accepted = run.ledger.accepted(run.target.writeRepository);
    for (const text of drawn) if (!answers.some(isAccepted)) await post(() => text);
    if (!accepted.some(({ texts }) => texts.length > 1)) await post(bodyText);
    if (accepted.every(hasBody) || !answers.every(isAccepted)) await post();
    if (!answers.some(isAccepted)) await post(bodyText);
    return answers;
  };

/** Returns cases of titles that must be accepted, that may be refused, and that a twin judges. */
function validCreations(run: RunContext): Case[] {
  const plain = creation(run, ['ASCII words', run.title], false);
  // In larger profiles, `create.body-optional` sends the body.
  const alone = orElse(run, payloadOf(run.title), payloadOf(run.title, bodyText));
  const repeated = run.post(
    run.primaryCaller,
    payloadOf(() => LIKE_NOTHING[0][0], markup),
  );
  // The members of an object have no order.
  const bodyFirst = run.post(run.primaryCaller, (marker) => ({
    body: `Sent by a check.\n\n${marker}`,
    title: run.title(marker),
  }));
  return [
    isQuick(run) ? plain : { ...plain, script: alone },
    rightAfter(
      'two refused payloads',
      [{}, null].map((payload) => run.post(run.primaryCaller, () => payload)),
      caseOf(bodyFirst, { what: 'a title of ASCII words', check: plain.check }),
    ),
    ...unusualOf(run).map((unusual) => creation(run, unusual)),
    ...LIKE_NOTHING.map(([title, twin]) => {
      const payloads = [title, twin].map((text) => payloadOf(() => text, bodyText));
      return {
        name: `the title "${title}"`,
        script: orElse(run, ...payloads),
        check: (attempt: Attempt) => failedIn(attempt.answers) ?? likeTwin(attempt),
      };
    }),
    caseOf(repeated, { what: 'a title that another issue has', check: acceptedCreation(true) }),
    // OUTSIDER_TOKEN may lack the scope, but its creation must not fail.
    ...[run.outsider ?? []].flat().map((outsider) =>
      caseOf(run.post(outsider, run.valid), {
        what: 'a title of ASCII words',
        check: ({ answers }) => failedIn(answers) ?? holds(answers),
      }),
    ),
  ];
}

export const acceptedRules: readonly Rule[] = [
  ruleOn.accepted('create.accepted', ['implied', '2 payload, title', '4.2 method and path', '4.2 success'], {
    alsoCovers: ['1 operation 2', '5.1 credential'],
    general: true,
    statement: 'Creating an issue with a valid token and a title answers with a 2xx status.',
    tried:
      'TOKEN sends titles, most of which hold the run\'s id. The service must accept a title of ASCII words, after two refused payloads too, behind a body of several lines. It may refuse an unusual title, but only with a 4xx. Unusual are quotes, markup, other scripts, an emoji, U+0000, and a lone surrogate. So are 255, 256 or 1,100 characters, repeated titles, and an empty one. One body has 66,000 characters, and one has lists, a table, code, a mention and a link. Others are empty, have U+0000, or words of SQL and script. It must accept "0", "null" and "false" if it accepts other titles of their length. OUTSIDER_TOKEN sends one title, and may be refused, but not with a 5xx. The rule is undecided if TOKEN may not create at all, or if a 403 follows accepted creations. The run tries errors again at its end. The rule is also undecided if at least two creations, and over 1 % of them, get intermittent errors.',
    impact: 'A client that files a valid issue cannot know whether it was created.',
    impactIf: { refused: 'A client that files a valid issue is refused.' },
    blockedBy: ['create.body-optional'],
    cases: validCreations,
  }),
  ruleOn.accepted('create.body-optional', ['implied', '2 payload, body'], {
    alsoCovers: ['4.2 request body'],
    statement: 'A title alone and a title with a `body` are both accepted, with a 2xx status.',
    tried:
      'TOKEN sends a title alone, and a title with a body. Larger profiles send the body "0", "null" or "false", too. The service must accept it if it accepts another body of its length. If all are refused, another rule judges the refusal.',
    impact: 'A client that files an issue with a body, or without a body, is refused.',
    cases: (run) => {
      const drawn = isQuick(run) ? [] : run.values.pick('body like nothing', LIKE_NOTHING).flat();
      const script = withAndWithout(run, drawn);
      return [{ name: 'a title, with a body and without', script, quick: true, check: eitherWay(drawn[0]) }];
    },
  }),
];
