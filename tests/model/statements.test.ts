import { describe, expect, it } from 'vitest';
import { statementsOf } from '../../src/model/rule-metadata.ts';
import { citationOf, statementIds } from '../../src/model/statements.ts';
import { rules } from '../../suites/index.ts';
import { untried } from '../suites/specification-text.ts';

describe('the statements of the specification', () => {
  it('are each tried by rules, or have a reason why not', () => {
    const tried = new Set(rules.flatMap(statementsOf));
    expect(statementIds.filter((id) => tried.has(id) === (untried[id] !== undefined))).toEqual([]);
  });

  it('stand in the order of the specification', () => {
    const sections = statementIds.map((id) => Number(citationOf(id).section));
    expect(sections).toEqual(sections.toSorted((a, b) => a - b));
  });

  it('that a rule touches are of other sections than those that state it', () => {
    const sections = (ids: typeof statementIds = []) => ids.map((id) => citationOf(id).section);
    const both = rules.filter(({ statedIn, alsoCovers }) =>
      sections(statedIn).some((section) => sections(alsoCovers).includes(section)),
    );
    expect(both.map(({ id }) => id)).toEqual([]);
  });
});
