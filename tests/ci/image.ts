import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Copy, DockerfileParser } from 'dockerfile-ast';
import { z } from 'zod';
import { started } from './steps.ts';

/** The image of a Dockerfile, as far as its instructions define it. */
export interface Image {
  /** Folder that stands for the root of the image. */
  readonly root: string;
  readonly user: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly volumes: readonly string[];
  /** Base image of each stage. */
  readonly bases: readonly string[];
}

const list = z.array(z.string());

/** Returns the files of the build context: the exceptions in .dockerignore, which ignores everything else. */
export async function contextOf(checkout: string): Promise<readonly string[]> {
  const lines = (await readFile(join(checkout, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const [first, ...others] = lines;
  if (first !== '*' || others.some((line) => !/^![\w.-]+$/.test(line)))
    throw new Error('A .dockerignore of another form than "*" and "!name" is not understood here.');
  const names = new Set(others.map((line) => line.slice(1)));
  return (await readdir(checkout)).filter((name) => names.has(name));
}

/**
 * Follows the instructions of a Dockerfile in folders: FROM, ARG, WORKDIR, COPY, RUN, ENV, USER, VOLUME and
 * ENTRYPOINT. Others are errors. RUN is executed on this machine with its Node, USER is only recorded, and
 * base images are empty. Absolute paths in RUN are those of the image.
 *
 * @param path the PATH of RUN
 */
export async function follow(
  dockerfile: string,
  { checkout, into, path }: { readonly checkout: string; readonly into: string; readonly path: string },
): Promise<Image> {
  const context = await contextOf(checkout);
  const roots = new Map<string, string>();
  const bases: string[] = [];
  const args = new Map<string, string>();
  const image = {
    root: '',
    user: 'root',
    workdir: '/',
    env: new Map<string, string>(),
    entrypoint: list.parse([]),
    volumes: list.parse([]),
  };
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    const text = instruction.getArgumentsContent() ?? '';
    const words = text.split(/\s+/);
    switch (instruction.getKeyword()) {
      case 'ARG': {
        const [name = '', value = ''] = text.split('=');
        args.set(name, value);
        break;
      }
      case 'FROM': {
        const [base = '', , name = `stage-${roots.size}`] = words;
        bases.push(base.replaceAll(/\$\{(\w+)\}/g, (_, each: string) => args.get(each) ?? ''));
        Object.assign(image, { root: join(into, name), user: 'root', workdir: '/', env: new Map() });
        roots.set(name, image.root);
        await mkdir(image.root, { recursive: true });
        break;
      }
      case 'WORKDIR':
        image.workdir = text;
        await mkdir(join(image.root, text), { recursive: true });
        break;
      case 'COPY': {
        const from = instruction instanceof Copy ? (instruction.getFromFlag()?.getValue() ?? null) : null;
        const last = words.at(-1) ?? '';
        const target = join(image.root, image.workdir, last);
        for (const source of words.slice(0, -1)) {
          if (from === null && !context.includes(source))
            throw new Error(`COPY ${source}: .dockerignore keeps it out of the build.`);
          const origin = from === null ? checkout : (roots.get(from) ?? '');
          const to = last.endsWith('/') ? join(target, source) : target;
          await mkdir(dirname(to), { recursive: true });
          await cp(join(origin, source), to, { recursive: true });
        }
        break;
      }
      case 'RUN': {
        // Only root may change the owner of files, and tests need not run as root.
        const script = text
          .replace('install -d -o node -g node', 'mkdir -p')
          .replaceAll(/ \//g, ` ${image.root}/`);
        const { status, output } = await started(['/bin/sh', '-c', script], {
          cwd: join(image.root, image.workdir),
          env: { PATH: path, HOME: into },
        });
        if (status !== 0) throw new Error(`RUN ${text} ended with ${status}: ${output}`);
        break;
      }
      case 'ENV': {
        const [name = '', value = ''] = text.split('=');
        image.env.set(name, value);
        break;
      }
      case 'USER':
        image.user = text;
        break;
      case 'VOLUME':
        image.volumes = list.parse(JSON.parse(text));
        break;
      case 'ENTRYPOINT':
        image.entrypoint = list.parse(JSON.parse(text));
        break;
      default:
        throw new Error(`${instruction.getKeyword()} is not understood here.`);
    }
  }
  return { ...image, env: Object.fromEntries(image.env), bases };
}
