import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs the matrix first. vitest sorts by file size, but these small files take longest. */
export class MatrixFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isMatrix = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/tests/proof/');
    return [...sorted.filter(isMatrix), ...sorted.filter((file) => !isMatrix(file))];
  }
}
