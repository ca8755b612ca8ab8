// Makes docs/examples/gallery again. It installs and runs programs from npm that were written by others: npm
// run gallery
// To make some of them only: npm run gallery -- prism
import { renderGallery } from './examples/gallery.ts';
import { runExample } from './examples/publish.ts';
import { OWNER, programs, REPO } from './gallery/programs.ts';
import { withProgram } from './gallery/server.ts';

const asked = process.argv.slice(3);
const chosen = programs.filter(({ name }) => asked.length === 0 || asked.includes(name));
if (chosen.length === 0)
  throw new Error(`None of ${programs.map(({ name }) => name).join(', ')} is asked for`);

// The program that is running must be ended too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

for (const program of chosen) {
  const { name, label, port } = program;
  process.stdout.write(`${label}\n`);
  await withProgram(program, (baseUrl) =>
    runExample(
      { name: `gallery/${name}`, port, seed: 1 },
      {
        BASE_URL: baseUrl,
        OWNER,
        REPO,
        // None of the programs knows a token; a client would send this one.
        TOKEN: 'made-up-6d1f0b7c92e84a35',
        WRITES: 'all',
        PROFILE: 'standard',
        DEADLINE_S: '300',
        WAIT_S: '60',
        LABEL: label,
      },
    ),
  );
}
await renderGallery();
