import type { Records } from './records.ts';

/** Maximum bytes of kept records. Derived data takes about as much again. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;
/** Maximum bytes of kept keys. */
const MAX_KEY_BYTES = 16 * 1024 * 1024;

interface Weight {
  readonly records: number;
  readonly keys: number;
}

const NOTHING: Weight = { records: 0, keys: 0 };

/** Bounds the memory for lists: above the limits, it releases the oldest ones. */
export class Kept {
  readonly #most: Weight;
  /** Oldest first. Records needed to the end are separate and released last. */
  readonly #some = new Map<Records, Weight>();
  readonly #needed = new Map<Records, Weight>();
  #records = 0;
  #keys = 0;

  constructor(most: Weight = { records: MAX_RECORD_BYTES, keys: MAX_KEY_BYTES }) {
    this.#most = most;
  }

  /** Keeps the records of an answer as the newest. @param isNeeded true if a rule needs them to the end */
  add(records: Records, isNeeded = false): void {
    const wasNeeded = this.#needed.has(records);
    this.#forget(records);
    const { bytes, bytesOfKeys } = records;
    this.#records += bytes;
    this.#keys += bytesOfKeys;
    (isNeeded || wasNeeded ? this.#needed : this.#some).set(records, { records: bytes, keys: bytesOfKeys });
    this.#letGo(records);
  }

  #forget(records: Records): void {
    const { records: bytes, keys } = this.#some.get(records) ?? this.#needed.get(records) ?? NOTHING;
    this.#records -= bytes;
    this.#keys -= keys;
    this.#some.delete(records);
    this.#needed.delete(records);
  }

  #letGo(newest: Records): void {
    for (const group of [this.#some, this.#needed])
      for (const [one, weight] of group) {
        const [isFullOfRecords, isFullOfKeys] = [
          this.#records > this.#most.records,
          this.#keys > this.#most.keys,
        ];
        if (!isFullOfRecords && !isFullOfKeys) return;
        if (one === newest) continue;
        if (isFullOfRecords) one.letGo();
        if (isFullOfKeys) one.letGoOfKeys();
        this.#records += one.bytes - weight.records;
        this.#keys += one.bytesOfKeys - weight.keys;
        if (one.areKept || one.bytesOfKeys > 0) group.set(one, { records: one.bytes, keys: one.bytesOfKeys });
        else group.delete(one);
      }
  }
}
