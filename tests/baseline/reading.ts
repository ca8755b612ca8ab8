import { writeFile } from 'node:fs/promises';
import { type Baseline, readBaseline } from '../../src/baseline/read.ts';
import { sharedFolder } from '../support/temporary.ts';

/** Returns a function that reads a text as the file of a baseline. To be called outside of tests. */
export function baselineReader(): (text: string) => Promise<Baseline> {
  const at = sharedFolder();
  return async (text) => {
    await writeFile(at('baseline'), text);
    return readBaseline(at('baseline'));
  };
}
