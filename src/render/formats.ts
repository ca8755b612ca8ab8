import type { Report } from '../report/model.ts';

/** Renders a report. Pure. @param past reports on the same target, the oldest first */
type Renderer = (report: Report, past?: readonly Report[]) => string;

interface Format {
  readonly file: string;
  /** Matches the beginning of such a file of this program. */
  readonly begins: RegExp;
  readonly load: () => Promise<Renderer>;
}

/** All formats of a report, in the order of writing. The source comes first. */
export const formats = {
  json: {
    file: 'conformance.json',
    begins: /^\uFEFF?\s*\{\s*"schemaVersion":\s*\d+,\s*"tool":\s*\{\s*"name":\s*"issue-conformance"/,
    load: async () => (await import('./json.ts')).json,
  },
  junit: {
    file: 'junit.xml',
    begins: /^<\?xml [^>]*>\s*<testsuites name="issue-conformance[":]/,
    load: async () => (await import('./junit.ts')).junit,
  },
  html: {
    file: 'report.html',
    begins:
      /^<!DOCTYPE html>\s*<html lang="en"><head><meta charset="utf-8"\/><meta name="generator" content="issue-conformance"\/>/,
    load: async () => (await import('./report-document.ts')).html,
  },
  markdown: {
    file: 'report.md',
    begins: /^<!-- Report of issue-conformance -->\n/,
    load: async () => (await import('./report-document.ts')).markdownReport,
  },
  badge: {
    file: 'badge.json',
    begins: /^\{\s*"schemaVersion":\s*1,\s*"label":\s*"issue-conformance[":]/,
    load: async () => (await import('./json.ts')).badge,
  },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly FormatName[];

export async function rendered(names: readonly FormatName[], ...report: Parameters<Renderer>) {
  const texts = names.map(async (name) => {
    const render: Renderer = await formats[name].load();
    return [name, render(...report)] as const;
  });
  return new Map(await Promise.all(texts));
}
