import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose files take longest, so that none of them is left when the others have ended. */
const SLOW = /\/tests\/(proof|browser|package|emulate|action|behaviour|scripts|cli)\//;

/** Runs slow folders first. vitest sorts by file size, and the files of the matrix are small. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
