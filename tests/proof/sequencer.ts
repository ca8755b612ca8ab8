import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The matrix goes first: its files are the longest to run and the shortest to read, which is what vitest goes by. */
export class MatrixFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isMatrix = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/tests/proof/');
    return [...sorted.filter(isMatrix), ...sorted.filter((file) => !isMatrix(file))];
  }
}
