import { catalogue } from '../../suites/catalogue.ts';
import { countOf } from '../model/text.ts';
import { type FailureGroup, gravestFirst, groupFailures } from '../report/groups.ts';
import type { ExchangeReport, FailureReport, Report, RuleReport } from '../report/model.ts';
import { knownFailures, unexpectedFailures } from '../report/strict-exit-status.ts';
import { verdictStyleOf } from '../report/verdict-styles.ts';
import { actualInShort, answerText, cardFacts, reproductionOf, statementOf } from './card.ts';
import {
  type Block,
  body,
  type Item,
  name,
  type Part,
  type RichText,
  sentence,
  text,
  value,
} from './document.ts';
import { listedWords } from './lists.ts';
import { list, only } from './parts.ts';

/** Groups of failures that a terminal shows in full; elsewhere only the first is open. */
const OPEN_GROUPS = 5;
/** UTF-16 units of all requests and responses of a page. */
const EVIDENCE = 250_000;
const ANSWER = 200;

export const anchor = (id: string): string => `rule-${id.slice(0, 100).replaceAll(/[^\w.-]/g, '_')}`;

export const linked = ({ id }: Pick<RuleReport, 'id'>): RichText => [
  { to: `#${anchor(id)}`, words: [name(id)] },
];

/** Returns the version of the service that answered a run, for the end of a line. */
export const versionOf = (report: Report | undefined): RichText =>
  report?.run.targetVersion === undefined ? [] : [', version ', name(report.run.targetVersion)];

function roleOf({ role, request }: ExchangeReport, { expected }: FailureReport): string {
  if (role === 'twin') return ', compared with';
  if (role !== 'context') return '';
  if (request.method !== 'GET') return ', created the issue';
  const [issues] = /at least [\d,]+ issues exist/.exec(expected) ?? [];
  return issues === undefined ? ', shows how many issues exist' : `, shows that ${issues}`;
}

/** Returns a body with a line for each record of a list. */
const recordLines = (json: string): string => json.replaceAll(/\},\s*\{/g, '},\n{');

function exchangeFold(exchange: ExchangeReport, place: string, role: string, most: number): Block {
  const { request, response, ms } = exchange;
  const headers = (of: Readonly<Record<string, string>>): string[] =>
    Object.entries(of).map(([key, given]) => `${key}: ${given}`);
  const lines = (...all: readonly string[]): Block => ({
    is: 'code',
    text: body(all.filter((line) => line !== '').join('\n'), most),
  });
  const sent = `${request.method} ${request.url}`;
  return {
    is: 'fold',
    only: ['page'],
    words: [
      `${place}${role}: `,
      value(sent, ANSWER),
      ' → ',
      sentence(answerText(exchange)),
      ` (${ms.toFixed(0)} ms)`,
    ],
    blocks: [
      lines(sent, ...headers(request.headers), recordLines(request.body ?? '')),
      response === null
        ? lines(answerText(exchange))
        : lines(answerText(exchange), ...headers(response.headers), recordLines(response.body)),
    ],
  };
}

function reproductionBlocks(rule: RuleReport, { run }: Report): Block[] {
  const { curl, why, replay } = reproductionOf(rule, run);
  const last = rule.failure?.exchanges.at(-1);
  const answer = last?.response?.body ?? '';
  const command = (line: string): Block => ({ is: 'command', text: line });
  const sent = (exchange: ExchangeReport): Block =>
    text([
      value(`${exchange.request.method} ${exchange.request.url}`, ANSWER),
      ' → ',
      sentence(answerText(exchange)),
    ]);
  return [
    ...(last === undefined ? [] : [only(['terminal', 'markdown'], sent(last))]),
    ...(answer === '' ? [] : [only(['terminal'], text([value(answer.slice(0, ANSWER))]))]),
    curl === null ? text([`${why} One curl command cannot show this. Replay:`]) : command(curl),
    ...(replay === null
      ? []
      : [curl === null ? command(replay) : only(['markdown', 'page'], command(replay))]),
  ];
}

/** Returns the statement of a rule. In a page, its sections unfold the statements of the specification, if the rule is known. */
function statementBlocks(rule: RuleReport): Block[] {
  const { specification = [] } = catalogue.find(({ id }) => id === rule.id) ?? {};
  const words = statementOf(rule);
  if (specification.length === 0) return [text(words)];
  const blocks = [list(specification.map((one) => ({ words: [sentence(one)] })))];
  return [only(['terminal', 'markdown'], text(words)), { is: 'fold', only: ['page'], words, blocks }];
}

function cardBlocks(rule: RuleReport, report: Report): Block[] {
  const { failure } = rule;
  if (failure === undefined) return statementBlocks(rule);
  const { exchanges } = failure;
  const most = Math.min(2500, Math.floor(EVIDENCE / report.counts.fail / exchanges.length / 2));
  return [
    ...statementBlocks(rule),
    { is: 'facts', facts: cardFacts(rule) },
    ...exchanges.map((exchange, at) =>
      exchangeFold(exchange, `Request ${at + 1} of ${exchanges.length}`, roleOf(exchange, failure), most),
    ),
    ...reproductionBlocks(rule, report),
  ];
}

/** Returns a line on a failed rule, which may link to its card. */
const failureItem = (rule: RuleReport, title: RichText = [name(rule.id)]): Item => ({
  mark: verdictStyleOf(rule),
  words: [...title, ': ', sentence(actualInShort(rule), 300)],
});

const cardFold = (rule: RuleReport, report: Report): Block & { is: 'fold' } => ({
  is: 'fold',
  id: anchor(rule.id),
  ...failureItem(rule),
  blocks: cardBlocks(rule, report),
});

/** Returns the card of a group: its gravest rule in full, and a line for each other rule, which a page can open. */
function groupFold([first, ...others]: FailureGroup, report: Report, nth: number): Block {
  const card = cardFold(first, report);
  const rest =
    others.length === 0
      ? []
      : [
          text(['Failed with it, probably for the same reason:']),
          only(['terminal', 'markdown'], list(others.map((rule) => failureItem(rule)))),
          ...others.map((rule) => only(['page'], cardFold(rule, report))),
        ];
  return {
    ...card,
    open: nth === 0 ? ['terminal', 'markdown', 'page'] : nth < OPEN_GROUPS ? ['terminal'] : [],
    blocks: [...(card.blocks ?? []), ...rest],
  };
}

/** Entries of a list on a terminal. */
const MOST_LINES = 12;

/** Returns a list, of which a terminal shows the first items and the number of the others. */
export function shortList(items: readonly Item[]): Block[] {
  const left = items.length - MOST_LINES;
  const more = `… and ${left.toLocaleString('en')} more in report.html`;
  if (left <= 0) return [list(items)];
  const short = [list(items.slice(0, MOST_LINES)), text([more])];
  return [only(['markdown', 'page'], list(items)), ...short.map((block) => only(['terminal'], block))];
}

export const failureLines = (report: Report): readonly Item[] =>
  gravestFirst(unexpectedFailures(report.rules)).map((rule) => failureItem(rule));

export function failuresPart(report: Report): Part[] {
  const groups = groupFailures(unexpectedFailures(report.rules));
  const all = groups.flat();
  if (all.length === 0) return [];
  const lines = list(all.map((rule) => failureItem(rule, linked(rule))));
  return [
    {
      id: 'failures',
      mark: 'fail',
      title: `${countOf(all.length, 'failed rule')}, with the evidence`,
      blocks: [
        ...(all.length === 1 ? [] : [only(['markdown', 'page'], lines)]),
        ...groups.map((group, at) => groupFold(group, report, at)),
      ],
    },
  ];
}

export function knownPart(report: Report): Part[] {
  const rules = gravestFirst(knownFailures(report.rules));
  if (rules.length === 0) return [];
  const items = rules.map((rule): Item => {
    const item = failureItem(rule);
    return { ...item, words: [...item.words, '; ', sentence(listedWords(rule) ?? 'in the baseline')] };
  });
  return [
    {
      id: 'known',
      mark: 'known',
      title: `${countOf(rules.length, 'known failure')}, in the baseline`,
      rank: 3,
      blocks: [
        only(['terminal', 'markdown'], list(items)),
        ...rules.map((rule, at) => only(['page'], { ...cardFold(rule, report), ...items[at] })),
      ],
    },
  ];
}
