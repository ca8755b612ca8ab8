// Imported before anything else, because other modules may not load on an older Node.
import manifest from '../../package.json' with { type: 'json' };

const needed = manifest.engines.node.replace('>=', '');

/** Returns a version as a number that grows with it. */
const order = (version: string): number => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1000 + minor;
};

if (order(process.versions.node) < order(needed)) {
  console.error(
    `issue-conformance: Node ${needed} or later is needed; this is Node ${process.versions.node}.`,
  );
  process.exit(2);
}
