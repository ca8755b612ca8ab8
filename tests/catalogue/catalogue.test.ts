import { describe, expect, it } from 'vitest';
import type { CatalogueEntry, Phase } from '../../src/catalogue/index.ts';
import { catalogue, entryOf, isRuleId, ruleIds } from '../../src/catalogue/index.ts';

/**
 * Every released rule: id, level, sections. Reports, baselines and `--only` refer to rules by these ids, so a line
 * may be added here but none may be changed or taken away.
 */
const released = [
  'list.ok required 4.1',
  'list.array required 1 4.1',
  'list.records implied 2',
  'list.anonymous required 5.2',
  'list.token required 5.2',
  'list.recommended-headers required 4.3 9',
  'list.state.open required 3',
  'list.state.default-open required 3 4.1',
  'list.per-page.default required 4.1 8',
  'list.per-page.at-most required 4.1',
  'list.per-page.fills implied 4.1',
  'list.per-page.maximum required 4.1 8',
  'list.per-page.above-maximum required 8',
  'list.per-page.huge implied 7 8',
  'list.per-page.zero required 8',
  'list.per-page.negative required 8',
  'list.page.second required 4.1',
  'list.page.slices implied 4.1',
  'list.page.partition implied 4.1',
  'list.page.effective-size implied 4.1 8',
  'list.sort.invalid-ok required 4.1 7',
  'list.sort.invalid-default-order required 4.1',
  'list.sort.invalid-ignores-direction required 4.1',
  'list.invalid-token required 5.4 7',
  'list.unknown-owner required 7',
  'list.unknown-repo required 7',
  'list.private.anonymous required 5.5 7',
  'list.private.outsider required 5.5 7',
  'list.private.member implied 5.5',
  'create.anonymous required 4.2 5.3',
  'create.invalid-token required 5.4 7',
  'create.malformed-credential implied 5.1 5.4',
  'create.missing-title required 2 4.2 7',
  'create.title-type implied 2 7',
  'create.body-type implied 2 7',
  'create.payload-type implied 4.2 7',
  'create.unknown-owner required 7',
  'create.unknown-repo required 7',
  'create.private.outsider required 5.5 7',
  'create.rejected-no-effect implied 4.2 7',
  'create.accepted implied 2 4.2',
  'create.body-optional implied 2',
  'create.listed implied 1',
  'create.once implied 1',
  'create.concurrent implied 1',
  'observed.page.default observed 8',
  'observed.page.zero observed 4.1',
  'observed.page.negative observed 4.1',
  'observed.page.not-a-number observed 4.1',
  'observed.page.beyond-end observed 4.1',
  'observed.page.huge observed 4.1',
  'observed.per-page.not-an-integer observed 8',
  'observed.sort.values observed 4.1',
  'observed.sort.empty observed 4.1',
  'observed.direction.alone observed 4.1',
  'observed.direction.invalid observed 4.1',
  'observed.state.values observed 3 4.1',
  'observed.issue.fields observed 2',
  'observed.issue.pull-requests observed 1 4.1',
  'observed.errors.body observed 7',
  'observed.content-type observed 1',
  'observed.links observed 4.1',
  'observed.caching observed 4.1',
  'observed.rate-limit observed 8',
  'observed.version.omitted observed 9',
  'observed.version.unknown observed 9',
  'observed.accept.omitted observed 4.3',
  'observed.accept.other observed 4.3',
  'observed.auth.schemes observed 5.1',
  'observed.auth.token-case observed 5.4',
  'observed.auth.before-payload observed 4.2 7',
  'observed.auth.before-repository observed 5.3 7',
  'observed.private.indistinguishable observed 5.5 7',
  'observed.create.status observed 4.2',
  'observed.create.response observed 4.2',
  'observed.create.state observed 3',
  'observed.create.round-trip observed 2 4.2',
  'observed.create.visible-after observed 4.2',
  'observed.create.empty-title observed 2',
  'observed.create.null-body observed 2',
  'observed.create.malformed-json observed 7',
  'observed.create.no-payload observed 4.2 7',
  'observed.create.extra-fields observed 2',
  'observed.create.content-type observed 4.2',
  'observed.methods observed 1 4.1',
  'observed.names.case observed 2',
];

/** The headings of the service document, and the numbered sentences of its section on authentication. */
const documented = new Set('1 2 3 4.1 4.2 4.3 5.1 5.2 5.3 5.4 5.5 5.6 6 7 8 9'.split(' '));

const entries: readonly CatalogueEntry[] = catalogue;

const writes = (entry: CatalogueEntry): readonly string[] =>
  entry.needs.filter((need) => need.startsWith('WRITES='));

const sentences = (text: string): number => text.split(/(?<=[.?])\s+/).length;

const isTidy = ({ statement, tried, means }: CatalogueEntry): boolean =>
  [statement, tried, means].every((text) => text === text.trim().replace(/\s+/g, ' '));

/** The ids of the entries that break an expectation, so that a failure names them. */
const idsWhere = (broken: (entry: CatalogueEntry) => boolean): readonly string[] =>
  entries.filter(broken).map((entry) => entry.id);

describe('the ids', () => {
  it('are those released, in order, with the levels and sections that they were released with', () => {
    expect(entries.map(({ id, level, sections }) => [id, level, ...sections].join(' '))).toEqual(released);
  });

  it('are each used once', () => {
    expect(ruleIds.filter((id, index) => ruleIds.indexOf(id) !== index)).toEqual([]);
  });

  it('say by their first word which rules are observations', () => {
    expect(idsWhere((entry) => (entry.level === 'observed') !== entry.id.startsWith('observed.'))).toEqual(
      [],
    );
  });
});

describe('the sections', () => {
  it('exist in the service document, and every rule names one', () => {
    expect(
      idsWhere(
        ({ sections }) => sections.length === 0 || !sections.every((section) => documented.has(section)),
      ),
    ).toEqual([]);
  });
});

describe('the phases', () => {
  it.each<[Phase, readonly string[]]>([
    ['read', []],
    ['refuse', ['WRITES=rejected']],
    ['create', ['WRITES=all']],
    ['unusual', ['WRITES=all']],
    ['overview', []],
  ])('let a rule of the phase %s need exactly the writes %j', (phase, allowed) => {
    expect(idsWhere((entry) => entry.phase === phase)).not.toEqual([]);
    expect(idsWhere((entry) => entry.phase === phase && writes(entry).join() !== allowed.join())).toEqual([]);
  });

  it('leave to the end only what looks back', () => {
    expect(idsWhere((entry) => entry.phase === 'later')).toEqual(['create.rejected-no-effect']);
    expect(idsWhere((entry) => entry.phase === 'after')).toEqual([
      'create.listed',
      'create.once',
      'observed.create.status',
      'observed.create.response',
    ]);
  });
});

describe('the texts', () => {
  it('state a rule in one sentence of at most 200 characters', () => {
    expect(idsWhere((entry) => entry.statement.length > 200 || sentences(entry.statement) !== 1)).toEqual([]);
  });

  it('ask a question for an observation and end with a full stop for a rule', () => {
    expect(idsWhere(({ level, statement }) => !statement.endsWith(level === 'observed' ? '?' : '.'))).toEqual(
      [],
    );
  });

  it('say in two to four sentences how a rule is tried', () => {
    expect(idsWhere(({ tried }) => ![2, 3, 4].includes(sentences(tried)) || !tried.endsWith('.'))).toEqual(
      [],
    );
  });

  it('say in one or two sentences what it means for a client', () => {
    expect(idsWhere(({ means }) => sentences(means) > 2 || !means.endsWith('.'))).toEqual([]);
  });

  it('state no two rules alike', () => {
    const statements = entries.map((entry) => entry.statement);
    expect(statements.filter((statement, index) => statements.indexOf(statement) !== index)).toEqual([]);
  });

  it('have no stray space', () => {
    expect(idsWhere((entry) => !isTidy(entry))).toEqual([]);
  });
});

describe('looking a rule up', () => {
  it('finds every rule under its own id', () => {
    expect(ruleIds.map((id) => entryOf(id).id)).toEqual(entries.map((entry) => entry.id));
  });

  it('knows every id', () => {
    expect(ruleIds.filter((id) => !isRuleId(id))).toEqual([]);
  });

  it.each(['', 'list', 'list.', 'list.ok ', 'LIST.OK', 'constructor', '__proto__'])(
    'does not take %j for an id',
    (text) => {
      expect(isRuleId(text)).toBe(false);
    },
  );
});
