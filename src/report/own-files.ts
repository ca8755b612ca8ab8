import { lstat } from 'node:fs/promises';
import { codeOf } from '../client/thrown.ts';
import { type FormatName, formatFiles, formatNames } from './format-names.ts';
import { type Ends, endsOf } from './plain-file.ts';

/**
 * Bytes read at each end of a file. The head is long, because the styles of `report.html` come before the
 * body.
 */
const READ = { head: 256 * 1024, tail: 64 * 1024 } as const;

const BADGE_KEYS = /^schemaVersion,label,message,color(?:,isError)?$/;
const BADGE_LABEL = /^issue-conformance(?:: |$)/;

function isBadge(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  if (value === null || typeof value !== 'object') return false;
  const { label } = value as { label?: unknown };
  return BADGE_KEYS.test(Object.keys(value).join(',')) && BADGE_LABEL.test(String(label));
}

/** Matches the last line of every `report.md`. */
const MARKDOWN_FOOT =
  /\n---\n\nprofile \w+ · writes \w+ · `--seed \d+` · [^\n]* · issue-conformance [^\n]+\n$/;

/**
 * Recognises files of this program by marks at fixed places that all versions write. A word anywhere in a
 * file proves nothing, because other programs may report on this one.
 */
const MARKS: Readonly<Record<FormatName, (ends: Ends) => boolean>> = {
  json: ({ head }) =>
    /^\uFEFF?\s*\{\s*"schemaVersion":\s*\d+,\s*"tool":\s*\{\s*"name":\s*"issue-conformance",\s*"version":/.test(
      head,
    ),
  junit: ({ head }) =>
    /^<\?xml [^>]*>\s*<testsuites name="(issue-conformance(?:: [^"]*)?)"[^>]*>\s*<testsuite name="\1"[^>]*>\s*<properties>\s*<property name="(?:label|target)" /.test(
      head,
    ),
  html: ({ head }) => {
    const body = head.indexOf('</head><body>');
    return /^<\/head><body>(?:<a class="skip-link"[^>]*>[^<]*<\/a>)?<header class="masthead [^"]*"><p class="eyebrow">Conformance report of an issue service<\/p>/.test(
      head.slice(Math.max(0, body)),
    );
  },
  markdown: ({ tail }) => MARKDOWN_FOOT.test(tail),
  badge: ({ head }) => isBadge(head),
};

/** The author of the file at a path. Links, pipes, devices and folders are never this program's. */
export type Owner = 'nobody' | 'this program' | 'somebody else';

/**
 * Returns the author of the file of a format; if in doubt, somebody else.
 * @throws the error of the file system, unless it says that nothing is there
 */
export async function ownerOf(path: string, format: FormatName): Promise<Owner> {
  try {
    if (!(await lstat(path)).isFile()) return 'somebody else';
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return 'nobody';
    throw error;
  }
  const ends = endsOf(path, READ);
  return ends !== null && MARKS[format](ends) ? 'this program' : 'somebody else';
}

/** Returns the format that is written to a file of this name, or `undefined`. */
export const formatOf = (name: string): FormatName | undefined =>
  formatNames.find((format) => formatFiles[format] === name);
