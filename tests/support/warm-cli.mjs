// Runs commands of the built command line in sequence in one process, so that modules load only once.
import { chdir } from 'node:process';

const [main] = process.argv.slice(2);
const { main: run } = await import(main);

// Each run leaves listeners of its test runner on the process and its output.
for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);

const write = { stdout: process.stdout.write, stderr: process.stderr.write };

/** Captures the output of a stream. Returns a function that restores the stream and returns the text. */
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
  // The object is kept, because parts of the program hold a reference to it.
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  chdir(cwd);
  process.argv.splice(2, Infinity, ...args);
  const [stdout, stderr] = [capture('stdout'), capture('stderr')];
  try {
    const status = await run();
    return { status, stdout: stdout(), stderr: stderr() };
  } catch (error) {
    return {
      status: null,
      stdout: stdout(),
      stderr: `${stderr()}${error instanceof Error ? error.stack : String(error)}`,
    };
  } finally {
    // The command's folder is about to be removed.
    chdir('/');
  }
}

process.on('message', (command) => void answer(command).then((result) => process.send(result)));
process.on('disconnect', () => process.exit());
process.send('ready');
