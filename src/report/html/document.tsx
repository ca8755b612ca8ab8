import { createHash } from 'node:crypto';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import theme from '../../document/page.css?raw';
import { breakInMarkup } from '../runner-commands.ts';

interface DocumentOptions {
  readonly title: string;
  /** Added to the theme that all pages share. */
  readonly style?: string;
  readonly script?: string;
  /** The landmarks with their contents: header, main, footer. */
  readonly body: Child;
}

/** Breaks CI commands in the markup, so that a job can print the page. */
function harmless(shown: Child) {
  const part = <>{shown}</>;
  if (part instanceof Promise) throw new Error('no part of a page is waited for');
  return raw(breakInMarkup(part.toString()));
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Renders a page as one file. It loads nothing. Its content security policy allows only the style and the
 * script named here by hash, even if foreign markup got in.
 */
export function documentOf({ title, style = '', script = '', body }: DocumentOptions): string {
  const styles = `${theme}\n${style}`;
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(styles)}`,
    ...(script === '' ? [] : [`script-src ${hashOf(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="generator" content="issue-conformance" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{harmless(title)}</title>
        <style>{raw(styles)}</style>
      </head>
      <body>
        {harmless(body)}
        {script === '' ? null : <script>{raw(script)}</script>}
      </body>
    </html>
  );
  if (page instanceof Promise) throw new Error('no part of a page is waited for');
  return `<!DOCTYPE html>\n${page.toString()}\n`;
}
