import { renderLine } from '../commands.ts';
import type { Report } from '../model.ts';
import { exitWordsOf } from '../view/outcome.ts';
import { limits, named, SOURCE } from './fit.ts';

/** What made the page, and how to make it again. */
export function Foot({ report }: { readonly report: Report }) {
  const { schemaVersion, tool, run } = report;
  return (
    <footer class="foot">
      <p>
        {exitWordsOf(report)}. Written by {tool.name} {named(tool.version, limits.name)} from {SOURCE}, which
        holds all that was found (version {schemaVersion} of its schema). To make this page again:{' '}
        <code>{renderLine(run)}</code>
      </p>
    </footer>
  );
}
