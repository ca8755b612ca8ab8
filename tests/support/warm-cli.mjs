// Runs commands of the built command line one after the other in one process: what each of them would load is loaded once.
import { chdir } from 'node:process';

const [main] = process.argv.slice(2);
const { main: run } = await import(main);

// Each run leaves listeners of its test runner, on the process and on its output.
for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);

/** What a run is told of signals: none comes here. */
const uninterrupted = () => ({
  signal: new AbortController().signal,
  tellFaults: () => {},
  release: () => {},
});

const write = { stdout: process.stdout.write, stderr: process.stderr.write };

/** Collects what is printed until it is called. */
function capture(stream) {
  let text = '';
  process[stream].write = (chunk, ...more) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    const done = more.at(-1);
    if (typeof done === 'function') done();
    return true;
  };
  return () => {
    process[stream].write = write[stream];
    return text;
  };
}

async function answer({ args, env, cwd }) {
  // The same object, since parts of the program keep it.
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  chdir(cwd);
  process.argv.splice(2, Infinity, ...args);
  const [stdout, stderr] = [capture('stdout'), capture('stderr')];
  try {
    const status = await run(uninterrupted());
    return { status, stdout: stdout(), stderr: stderr() };
  } catch (error) {
    return {
      status: null,
      stdout: stdout(),
      stderr: `${stderr()}${error instanceof Error ? error.stack : String(error)}`,
    };
  } finally {
    // The folder of the command is removed.
    chdir('/');
  }
}

process.on('message', (command) => void answer(command).then((result) => process.send(result)));
process.on('disconnect', () => process.exit());
process.send('ready');
