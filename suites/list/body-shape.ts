import { parse } from 'lossless-json';
import { recordsAt } from '../../src/checks/excerpt.ts';
import { type ReceivedResponse, textOf } from '../../src/client/exchange.ts';
import { messageOf } from '../../src/client/thrown.ts';
import type { Case, Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { isObject } from '../../src/listings/records.ts';
import { type Finding, holds, inconclusiveFinding, needsData, violated } from '../../src/model/finding.ts';
import type { Answer } from '../../src/model/planned-request.ts';
import { shorten } from '../../src/model/text.ts';
import { caseOf, ofEachCaller, ruleOn } from '../define.ts';

/** Characters shown before a place, and from it on. */
const SHOWN = 40;

/** Returns the index at which a text stops being JSON; 0 if that is its beginning, or nowhere. */
function breakIn(text: string): number {
  try {
    parse(text);
    return 0;
  } catch (error) {
    // JSON may repeat a key.
    return Number(/^(?!Duplicate).* at position (\d+)/s.exec(messageOf(error))?.[1] ?? 0);
  }
}

/** Returns what a body is instead of one JSON array, with the place where it breaks. */
function brokenBody(response: ReceivedResponse): string {
  const whole = textOf(response);
  const text = whole ?? response.body;
  // The run keeps only the beginning of a very long text, so the place where it breaks is unknown.
  const at = !response.utf8 ? text.indexOf('\ufffd') : whole === null ? 0 : breakIn(whole);
  const what = response.utf8 ? 'no JSON' : 'bytes that are not UTF-8';
  const [before, after] = [text.slice(Math.max(0, at - SHOWN), at), text.slice(at, at + SHOWN)];
  const rest = after === '' ? 'the end' : JSON.stringify(after);
  if (at > 0) return `${what} from character ${at + 1} on: ${JSON.stringify(before)}, then ${rest}`;
  const start =
    text === '' ? 'an empty body' : `the body starts with ${JSON.stringify(text.slice(0, 2 * SHOWN))}`;
  return response.utf8 ? start : `${what}; ${start}`;
}

function checkArray(own: Answer): Finding {
  const { list, exchange } = own;
  if (list !== null) return holds([own]);
  const actual = exchange.response === null ? 'no body' : brokenBody(exchange.response);
  return violated('malformed', { expected: 'one JSON array', actual, answers: [own], isUnambiguous: true });
}

function checkObjects(answer: Answer): Finding {
  const { list } = answer;
  if (list === null) return inconclusiveFinding('data', 'a listing that is an array', ['list.array']);
  const odd = list.findIndex((record) => !isObject(record));
  if (odd < 0) return list.length > 0 ? holds([answer]) : needsData('one issue');
  const actual = `result ${odd + 1} is ${shorten(JSON.stringify(list[odd]) ?? 'nothing', SHOWN)}`;
  const records = recordsAt(answer, null, [odd]);
  return violated('malformed', { expected: 'a JSON object', actual, answers: [answer], records });
}

/** Returns cases of the plain list, for a run in which no other rule requests listings. */
const plainLists = (run: RunContext, judge: (answer: Answer) => Finding): Case[] =>
  ofEachCaller(run, (caller, quick) =>
    caseOf(run.list(caller), {
      quick,
      check: ({ answers: [own] }) =>
        own?.status === 200 ? judge(own) : needsData('a listing that gets 200'),
    }),
  );

export const bodyShapeRules: readonly Rule[] = [
  ruleOn.status('list.array', ['required', '1 payloads', '1 last sentence', '4.1 response body'], {
    general: true,
    statement:
      'The body of a listing is exactly one JSON array, with nothing before it and nothing after it.',
    tried:
      'The run parses every 200 body of a listing that a gating rule requests, whoever the caller is. An object around the array, a second document after it and a truncated body are violations.',
    impact: 'A client that parses the body as one JSON array fails on it, or gets garbled text.',
    cases: (run) => plainLists(run, checkArray),
    everyListing: checkArray,
  }),
  ruleOn.status('list.records', ['implied', '2 issue'], {
    alsoCovers: ['1 last sentence', '4.1 response body'],
    general: true,
    statement: 'Each result in a listing is a JSON object, whether issue or pull request, with any fields.',
    tried:
      'The run reads every element of every listing that a gating rule requests. Null, a string, a number, a boolean or a nested array is a violation. One issue decides the rule.',
    impact: 'A client that reads fields of every result fails on a result without fields.',
    blockedBy: ['create.payload-type', 'create.title-type', 'list.array'],
    data: { open: 1 },
    cases: (run) => plainLists(run, checkObjects),
    // An empty list for a caller who must get none shows nothing.
    everyListing: (answer) =>
      answer.list?.length === 0 && answer.ask.caller.credential.validity === 'invalid'
        ? null
        : checkObjects(answer),
  }),
];
