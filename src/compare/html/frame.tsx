import type { PropsWithChildren } from 'hono/jsx';
import type { Remark } from '../remarks.ts';

/** Where a link in the contents leads. */
export interface ContentsLink {
  readonly id: string;
  readonly title: string;
}

/** Links to the parts of a page, and one that passes over all that stands before them. */
export function Contents({ links }: { readonly links: readonly ContentsLink[] }) {
  return (
    <nav class="contents" aria-label="Parts of this page">
      <ul>
        {links.map(({ id, title }) => (
          <li>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function SkipLink() {
  return (
    <a class="skip-link" href="#main">
      To the comparison
    </a>
  );
}

/** What has to be known before the rest is read. */
export function Notice({ remark: { text, quoted } }: { readonly remark: Remark }) {
  return (
    <p class="notice is-inconclusive">
      {text}
      {quoted === '' ? null : (
        <>
          {' '}
          <span class="id">{quoted}</span>
        </>
      )}
    </p>
  );
}

/** A table that scrolls sideways inside its box, so that the page does not. */
export function ScrollBox({ name, children }: PropsWithChildren<{ readonly name: string }>) {
  return (
    <div class="scroll" tabindex={0} role="region" aria-label={`${name}, a table that may scroll sideways`}>
      {children}
    </div>
  );
}

export function Foot() {
  return (
    <footer class="foot">
      <p>Made by issue-conformance from the reports of the runs, which hold the evidence of each verdict.</p>
    </footer>
  );
}
