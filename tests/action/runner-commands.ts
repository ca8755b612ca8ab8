/** A command of a step to GitHub's runner, as `::error title=…::…`. */
export interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly value: string;
}

const decoded = (text: string): string =>
  text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');

/**
 * Returns the commands of a step, parsed as the runner does (ActionCommandManager.cs): line by line, outside
 * of stop-commands.
 */
export function commandsIn(output: string): readonly RunnerCommand[] {
  const commands: RunnerCommand[] = [];
  let stop: string | null = null;
  for (const line of output.split(/\r\n|[\r\n]/)) {
    const [, name = '', list = '', value = ''] = /^\s*::([\w-]+)(?: ([^:]*))?::(.*)$/s.exec(line) ?? [];
    if (stop !== null) {
      if (name === stop) stop = null;
      continue;
    }
    if (name === '') continue;
    if (name === 'stop-commands') {
      stop = value;
      continue;
    }
    const properties = Object.fromEntries(
      list
        .split(',')
        .filter((each) => each.includes('='))
        .map((each) => [each.slice(0, each.indexOf('=')), decoded(each.slice(each.indexOf('=') + 1))]),
    );
    commands.push({ name, properties, value: decoded(value) });
  }
  return commands;
}

/** Parses a file of outputs or environment as the runner does: `name=value`, or `name<<end` up to `end`. */
export function fileCommand(text: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  const lines = text.split('\n');
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, name = '', sign, rest = ''] = /^(.*?)(<<|=)(.*)$/.exec(line) ?? [];
    if (name === '') continue;
    if (sign === '=') {
      values[name] = rest;
      continue;
    }
    const end = lines.indexOf(rest);
    if (end === -1) throw new Error(`The value of ${name} has no end.`);
    values[name] = lines
      .splice(0, end + 1)
      .slice(0, -1)
      .join('\n');
  }
  return values;
}
