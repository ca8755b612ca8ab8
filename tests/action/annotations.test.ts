import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Annotation, annotationsOf } from '../../action/annotations.ts';
import { commandText } from '../../action/commands.ts';
import { HARMFUL } from '../../src/model/text.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { allRules, failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';
import { anyText } from '../support/any-text.ts';
import { commandsIn } from './use-action.ts';

const of = (rules: readonly RuleReport[], part: Partial<Report> = {}): readonly Annotation[] =>
  annotationsOf(sampleReport('nonconformant', { rules: allRules(rules), ...part }));
const shortOf = ({ level, title }: Annotation): string => `${level} ${title}`;

const pinned = (
  id: 'observed.page.zero' | 'observed.links',
  state: NonNullable<RuleReport['pin']>['state'],
): RuleReport => sampleRule(id, { pin: { value: 'one', reason: 'clients rely on it', state } });
const UNOBSERVED = pinned('observed.links', 'unobserved');
const STALE = { listed: { expect: 'fail', state: 'stale' } } as const;
const OPEN = undecidedRule('list.token', 'skip', 'a');

it.each<[string, readonly RuleReport[], Partial<Report>, RegExp[]]>([
  ['nothing to say', [], {}, []],
  ['a failure', [failing('list.page.second')], {}, [/^error list\.page\.second \(/]],
  ['a known one', [{ ...failing('list.page.second'), known: true }], {}, [/^notice .*list\.page\.second/]],
  ['undecided rules', [OPEN, undecidedRule('list.array', 'skip', 'a')], {}, [/^warning 2 rules/]],
  ['an undecided observation', [undecidedRule('observed.page.zero', 'skip', 'a')], {}, []],
  ['a stale entry', [sampleRule('list.array', STALE)], {}, [/^error .*list\.array/]],
  ['a changed pin', [pinned('observed.page.zero', 'changed')], {}, [/^error .*observed\.page\.zero/]],
  ['a pin that was not observed', [UNOBSERVED], {}, [/^warning .*observed\.links/]],
  ['no result', [UNOBSERVED, OPEN], { outcome: 'unusable', problem: 'a' }, [/^error /]],
  ['one without a word', [], { outcome: 'broken' }, [/^error /]],
])('annotations of %s', (_, rules, part, expected) => {
  expect(of(rules, part).map(shortOf)).toEqual(expected.map((line) => expect.stringMatching(line)));
});

it.each(['\u001b[31m\r\n::error::x\u202e', 'x'.repeat(100_000)])(
  'annotations show hostile texts short and inert',
  (text) => {
    const all = of([
      failing('list.page.second', { expected: text, actual: text, means: text }),
      undecidedRule('list.token', 'skip', text),
      sampleRule('observed.page.zero', { pin: { value: text, reason: text, state: 'changed' } }),
    ]);
    expect(all).toHaveLength(3);
    for (const { title, message } of all) {
      expect(title.length).toBeLessThan(200);
      expect(message.length).toBeLessThan(2500);
      expect(`${title}${message.replaceAll('\n', '')}`).not.toMatch(HARMFUL);
    }
  },
);

it('a command has one line, whatever its texts are, and the runner reads them as they were', () => {
  const text = fc.oneof(
    anyText(),
    fc
      .array(fc.constantFrom('::', '%', '%25', '%0A', '\r', '\n', ',', ':', '=', 'a'))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, text, (title, value) => {
      expect(commandsIn(commandText('error', value, title))).toEqual([{ name: 'error', title, value }]);
    }),
  );
});
