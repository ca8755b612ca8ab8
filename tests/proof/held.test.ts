import { expect, it } from 'vitest';
import { type Injected, injecting } from '../../proof/injected.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { tryRules } from '../../src/host/in-process.ts';
import type { Looks, RuleCase } from '../../src/model/case.ts';
import type { Check, Claim, HeldJudgement } from '../../src/model/check.ts';
import { PROFILES } from '../../src/model/profile.ts';
import type { CaseRule, Rule } from '../../src/run/rule.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { type Edit, editsOf, withAnswer } from './edits.ts';

/** Cases tried in one run for each claim and caller. */
const CASES = 2;

const claimsOf = (check: Check, { on, claims }: HeldJudgement): readonly Claim[] =>
  claims ?? [{ says: check.says, on }];

/** Returns other responses of a claim as replacements, as if the service ignored the page. */
const othersFor = (answer: Exchange, on: readonly Exchange[]): Edit[] =>
  on
    .filter((other) => other !== answer)
    .slice(0, 2)
    .map(({ response }) => ({
      says: 'it is another answer',
      before: answer,
      answer: { ...answer, response },
    }));

/** True if changing one response of a claim, or all in the same way, makes the check report a violation. */
function couldBreak(check: Check, looks: Looks, one: RuleCase, { says, on }: Claim): boolean {
  const edits = on.map((answer) => [...editsOf(answer), ...othersFor(answer, on)]);
  const isBroken = (some: readonly Edit[]): boolean => {
    const edited = some.reduce((each, { before, answer }) => withAnswer(each, before, answer), looks);
    const judgement = check.judge(edited, one);
    return judgement.kind === 'broken' && (judgement.by ?? check).says === says;
  };
  if (edits.flat().some((edit) => isBroken([edit]))) return true;
  const names = new Set(edits.flat().map((edit) => edit.says));
  return [...names].some((name) =>
    isBroken(edits.flatMap((each) => each.find((edit) => edit.says === name) ?? [])),
  );
}

/** Returns the rule with a check that also notes claims that nothing could have broken. */
function watched(rule: CaseRule, empty: Set<string>): CaseRule {
  const tried = new Map<string, number>();
  return {
    ...rule,
    check: async (t) => {
      const check = await rule.check(t);
      return {
        ...check,
        judge: (looks, one) => {
          const judgement = check.judge(looks, one);
          for (const claim of judgement.kind === 'held' ? claimsOf(check, judgement) : []) {
            const name = `${claim.says} (${one.caller})`;
            const times = tried.get(name) ?? 0;
            tried.set(name, times + 1);
            if (times < CASES && !couldBreak(check, looks, one, claim))
              empty.add(`${rule.id}: ${name}: ${JSON.stringify(one.shown)}`);
          }
          return judgement;
        },
      };
    },
  };
}

const isCaseRule = (rule: Rule): rule is CaseRule => 'cases' in rule;

/** Returns the claims that held on a service although no change of their responses could break them. */
async function emptyClaims(options: Injected): Promise<string[]> {
  const clock = new VirtualClock();
  const service = openService(injecting({ ...options, clock }));
  const empty = new Set<string>();
  await tryRules(
    {
      ...settingsFor(service, 'http://service.test'),
      profile: 'quick',
      maxRequests: PROFILES.quick.maxRequests.writing,
    },
    rules.filter(isCaseRule).map((rule) => watched(rule, empty)),
    { transport: inProcess(service, clock), clock },
  );
  return [...empty];
}

it.each<[string, Injected]>([
  ['a service that conforms', {}],
  ['a service with a fault', { faults: ['per-page-ignored'] }],
  ['an unusual service', { variants: ['errors-as-html'] }],
])('each case that holds could have been broken by another answer, on %s', async (_, service) => {
  expect(await emptyClaims(service)).toEqual([]);
});
