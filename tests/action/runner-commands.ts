/** A command of a step to GitHub's runner, as `::error title=…::…`. */
export interface RunnerCommand {
  readonly name: string;
  readonly title: string;
  readonly value: string;
}

const CODES = { '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',', '%25': '%' };

const decoded = (text: string): string =>
  Object.entries(CODES).reduce((each, [code, sign]) => each.replaceAll(code, sign), text);

/** Returns the commands of a step as the runner reads them: line by line, outside of stop-commands. */
export function commandsIn(output: string): readonly RunnerCommand[] {
  const commands: RunnerCommand[] = [];
  let stop = '';
  for (const line of output.split(/\r\n|[\r\n]/)) {
    const [, name = '', list = '', value = ''] = /^\s*::([\w-]+)(?: ([^:]*))?::(.*)$/s.exec(line) ?? [];
    if (stop !== '') {
      if (name === stop) stop = '';
    } else if (name === 'stop-commands') stop = value;
    else if (name !== '') {
      const title = list.split(',').find((each) => each.startsWith('title='));
      commands.push({ name, title: decoded(title?.slice('title='.length) ?? ''), value: decoded(value) });
    }
  }
  return commands;
}

/** Returns the outputs in the file of a step, in the form `name<<end` up to `end`. */
export const outputsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/^([\w-]+)<<(.+)\n([^]*?)\n\2$/gm)].map(([, name = '', , value = '']) => [name, value]),
  );
