import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { catalogue, entryOf } from '../../src/catalogue/index.ts';
import { pageText } from '../../src/proof/page.ts';
import { isCaught, provenCatches, record } from '../../src/proof/record.ts';
import { sentences } from '../../src/proof/sentences.ts';
import { faults, variants } from '../../src/reference/index.ts';
import { fakeServices } from '../support/fake-services.ts';
import { GATING, isRecording } from './cell.ts';
import { faultsOf, PARTS } from './try-faults.ts';

/** Faults that a rule must be proved to catch. */
const LEAST = 3;

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

  it.each(GATING)(`has at least ${LEAST} faults that %s caught`, (rule) => {
    expect(provenCatches(record, rule, faults).length).toBeGreaterThanOrEqual(LEAST);
  });

  it('has every fault caught by a rule that it names, and nine in ten by the profile quick', () => {
    expect(faults.filter((fault) => !isCaught(record, fault, 'standard'))).toEqual([]);
    const quick = faults.filter((fault) => isCaught(record, fault, 'quick'));
    expect(quick.length / faults.length).toBeGreaterThanOrEqual(0.9);
  });

  it('is what docs/proof.md says: npm run proof', async () => {
    expect(await readFile('docs/proof.md', 'utf8')).toBe(pageText(record));
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

describe('the statements of the service document', () => {
  it('are each tried by rules, or say why not', () => {
    for (const { rules, why, place } of sentences) expect(rules.length > 0, place).toBe(why === undefined);
  });

  it('have places of their own', () => {
    const places = sentences.map(({ section, place }) => `${section} ${place}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('stand in the order of the document', () => {
    const sections = sentences.map(({ section }) => Number(section));
    expect(sections).toEqual(sections.toSorted((a, b) => a - b));
  });

  it.each(catalogue.map(({ id }) => id))('name %s for each section that it is read from', (rule) => {
    const naming = new Set(
      sentences.filter(({ rules }) => rules.includes(rule)).map(({ section }) => section),
    );
    expect(entryOf(rule).sections.filter((section) => !naming.has(section))).toEqual([]);
  });
});
