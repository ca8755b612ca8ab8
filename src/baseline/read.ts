import { readText, whyUnreadable } from '../report/read-text.ts';
import { inert } from '../report/text.ts';
import { BadBaseline, type Baseline } from './baseline.ts';
import { isPlainList, parsePlainList } from './plain-list.ts';
import { parseYaml } from './yaml.ts';

/** Large enough for every rule many times, with long reasons. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads known failures and pinned observations: YAML, or a plain list of rule ids.
 * @throws {BadBaseline} if the file cannot be read, or its content is invalid
 */
export async function readBaseline(path: string): Promise<Baseline> {
  const name = `BASELINE (--baseline) "${inert(path)}"`;
  const text = await readText(path, MAX_BYTES).catch((error: unknown) => {
    throw new BadBaseline(
      `${name} cannot be read: ${whyUnreadable(error)}. Expected a YAML file, as "issue-conformance baseline" writes it, or one rule id per line.`,
    );
  });
  const content = text.replace(/^\uFEFF/, '');
  return isPlainList(content) ? parsePlainList(content, name) : parseYaml(content, name);
}
