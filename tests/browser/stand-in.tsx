import { documentOf } from '../../src/report/html/document.tsx';
import { inert } from '../../src/report/inert.ts';
import type { Report } from '../../src/report/model.ts';
import { shorten } from '../../src/report/shorten.ts';

const STYLE =
  'p, h1, h2, summary { overflow-wrap: anywhere } @media print { details::details-content { content-visibility: visible; display: block } }';

const shown = (text: string) => inert(shorten(text, 600));

export function standIn(report: Report): string {
  const body = (
    <main>
      <h1>{shown(report.target.baseUrl)}</h1>
      {report.rules.map((rule) => (
        <section>
          <h2>{shown(rule.id)}</h2>
          <details>
            <summary>{rule.verdict}</summary>
            <p>{shown(rule.failure?.expected ?? '')}</p>
            <p>{shown(rule.failure?.actual ?? '')}</p>
            <p>{shown(rule.failure?.means ?? '')}</p>
          </details>
        </section>
      ))}
    </main>
  );
  return documentOf({ title: 'Stand-in', style: STYLE, body });
}
