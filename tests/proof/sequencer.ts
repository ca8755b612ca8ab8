import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long, the longest first, so that none of them is left when the others have ended. */
const LONG = [
  /\/proof\/(?:faults|variants)\./,
  /\/(?:package|browser|action)\//,
  // They wait more than they work, so others run beside them.
  /\/(?:proof\/sockets|folder\/lock)\./,
  /\/(?:proof|emulate|behaviour|scripts|cli)\//,
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONG.findIndex((files) => files.test(moduleId));
  return rank === -1 ? LONG.length : rank;
};

/** Runs long files first. vitest sorts by file size where it knows no duration, and the files of the matrix are small. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
