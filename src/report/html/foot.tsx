import type { Report } from '../model.ts';
import { outcomeWords } from '../outcome.ts';
import { named } from './fit.ts';
import { limits, SOURCE } from './limits.ts';

/** What made the page, and how to make it again. */
export function Foot({ report: { outcome, schemaVersion, tool } }: { readonly report: Report }) {
  return (
    <footer class="foot">
      <p>
        {outcomeWords[outcome].exit}. Written by {tool.name} {named(tool.version, limits.name)} from {SOURCE},
        which holds all that was found (version {schemaVersion} of its schema). To make this page again:{' '}
        <code>npx --no-install issue-conformance render {SOURCE}</code>
      </p>
    </footer>
  );
}
