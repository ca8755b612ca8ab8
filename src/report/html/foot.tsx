import { exitWordsOf } from '../../results/outcome.ts';
import { renderLine } from '../commands.ts';
import type { Report } from '../model.ts';
import { limits, named, SOURCE } from './fit.ts';

/** The program that wrote the page, and the command that renders it again. */
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
