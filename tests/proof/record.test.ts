import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circumstances } from '../../proof/circumstances.ts';
import { faults, listFaults } from '../../proof/faults/index.ts';
import { proofPages } from '../../proof/page/page.ts';
import { namedPasses, whyPassed, wrongPassLimits } from '../../proof/page/wrong-passes.ts';
import { needed } from '../../proof/record/needed.ts';
import { isCaught, provenCatches, record } from '../../proof/record/record.ts';
import { variants } from '../../proof/variants/index.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { fakeServices } from '../support/fake-services.ts';
import { brokenIn } from './breaks.ts';
import { isRecording } from './cell.ts';
import { covering, product } from './sample.ts';
import { faultsOf, PARTS } from './try-faults.ts';

/** Smallest number of faults that each rule must be proved to catch. */
const MIN_CAUGHT_FAULTS = 3;

/**
 * Faults that `standard` finds only by chance: at one value of a hundred, or at every third or fourth
 * request.
 */
const BY_CHANCE = [
  'fourth-unknown-token-403',
  'per-page-37-one-more',
  'per-page-64-one-less',
  'replica-other-ties',
  'third-list-repeats-a-result',
];

describe.skipIf(isRecording)('the record of the proof', () => {
  it('knows every fault, every variant and every server that implements nothing, and no other', () => {
    expect(Object.keys(record.faults).toSorted()).toEqual(faults.map(({ id }) => id).toSorted());
    expect(Object.keys(record.variants).toSorted()).toEqual(variants.map(({ id }) => id).toSorted());
    expect(Object.keys(record.nothing).toSorted()).toEqual(Object.keys(fakeServices).toSorted());
  });

  it('is large enough to be one', () => {
    expect(faults.length).toBeGreaterThanOrEqual(150);
    expect(variants.length).toBeGreaterThanOrEqual(60);
    expect(Object.keys(fakeServices).length).toBeGreaterThanOrEqual(25);
  });

  it.each(gatingIds)(`has at least ${MIN_CAUGHT_FAULTS} faults that %s caught`, (rule) => {
    expect(provenCatches(record, rule, faults).length).toBeGreaterThanOrEqual(MIN_CAUGHT_FAULTS);
  });

  it('has nearly every fault caught by a rule that it breaks, and four in five by the profile quick', () => {
    const missed = faults.filter((fault) => !isCaught(record, fault, 'standard')).map(({ id }) => id);
    expect(missed.toSorted()).toEqual(BY_CHANCE);
    const quick = faults.filter((fault) => isCaught(record, fault, 'quick'));
    expect(quick.length / faults.length).toBeGreaterThanOrEqual(4 / 5);
  });

  it('has every list fault under every circumstance', () => {
    expect(Object.keys(record.circumstances).toSorted()).toEqual(
      circumstances.map(({ id }) => id).toSorted(),
    );
    for (const { crossed } of Object.values(record.circumstances)) expect(crossed).toBe(listFaults.length);
  });

  it('has no wrong pass without a reason', () => {
    const places = [
      ...Object.entries(record.wrongPasses ?? {}),
      ...Object.entries(record.circumstances).map(([id, { passed }]) => [id, passed] as const),
    ];
    const open = places.flatMap(([where, passes]) =>
      passes.flatMap((pass) => (whyPassed(pass, where) === null ? `${pass} (${where})` : [])),
    );
    expect(open).toEqual([]);
  });

  it.each(Object.entries(proofPages(record, needed)))(
    'is what docs/%s says: npm run proof',
    async (path, text) => {
      expect(await readFile(join('docs', path), 'utf8')).toBe(text);
    },
  );

  it('holds what the page claims: no rule failed that holds, and none passed on nothing', () => {
    expect(Object.values(record.variants).flatMap(({ failed }) => failed)).toEqual([]);
    expect(Object.values(record.nothing).filter((passes) => passes > 0)).toEqual([]);
  });
});

describe('the part of the product that npm test runs', () => {
  const sample = covering();

  it('has every list fault', () => {
    expect(new Set(sample.map(({ fault }) => fault)).size).toBe(listFaults.length);
  });

  it('has every rule in every circumstance in which any fault breaks it', () => {
    const pairs = (some: typeof product): Set<string> =>
      new Set(some.flatMap((one) => brokenIn(one).map((rule) => `${rule} ${one.circumstance}`)));
    expect(pairs(sample)).toEqual(pairs(product));
  });
});

describe('the reasons of wrong passes', () => {
  const listed = wrongPassLimits.flatMap(({ passes }) => Object.values(passes).flatMap(namedPasses));

  it('name rules that the fault breaks', () => {
    const broken = new Set(faults.flatMap(({ id, breaks }) => breaks.map((rule) => `${id}: ${rule}`)));
    expect(listed.filter((pass) => !broken.has(pass))).toEqual([]);
  });

  it('explain a pass in standard everywhere, and one of a circumstance nowhere else', () => {
    expect(whyPassed('per-page-64-one-less: list.per-page.fills', 'standard')).not.toBeNull();
    expect(whyPassed('per-page-64-one-less: list.per-page.fills', 'after-a-write')).not.toBeNull();
    expect(whyPassed('page-ignored: list.page.second', 'standard')).toBeNull();
    expect(whyPassed('page-ignored: list.page.second', 'one-in-three')).not.toBeNull();
  });
});

describe('the parts of the matrix', () => {
  it('hold every fault once', () => {
    const parts = Object.keys(PARTS) as (keyof typeof PARTS)[];
    expect(parts.flatMap((part) => faultsOf(part).map(({ id }) => id)).toSorted()).toEqual(
      faults.map(({ id }) => id).toSorted(),
    );
  });
});
