// Imported before anything else, because other modules may not load on an older Node.
import manifest from '../../package.json' with { type: 'json' };

const needed = manifest.engines.node.replace('>=', '');

if (needed.localeCompare(process.versions.node, undefined, { numeric: true }) > 0) {
  console.error(
    `issue-conformance: Node ${needed} or later is needed; this is Node ${process.versions.node}.`,
  );
  process.exit(2);
}
