import type { Records } from './records.ts';

/** Bytes of records that are kept at a time; what is found out about them takes as much again. */
const MOST_RECORDS = 64 * 1024 * 1024;
/** Bytes of keys. */
const MOST_KEYS = 16 * 1024 * 1024;

interface Weight {
  readonly records: number;
  readonly keys: number;
}

const NOTHING: Weight = { records: 0, keys: 0 };

/** What a run keeps of the lists that it was answered with, weighed: of what is more, the oldest is let go. */
export class Kept {
  readonly #most: Weight;
  /** The oldest first; what is needed to the end stands apart, and goes last. */
  readonly #some = new Map<Records, Weight>();
  readonly #needed = new Map<Records, Weight>();
  #records = 0;
  #keys = 0;

  constructor(most: Weight = { records: MOST_RECORDS, keys: MOST_KEYS }) {
    this.#most = most;
  }

  /** Keeps the records of an answer, as the newest. @param isNeeded whether some rule needs them to the end */
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
