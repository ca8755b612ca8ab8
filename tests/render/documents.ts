import * as fc from 'fast-check';
import { changesBetween, changesSince } from '../../src/history/changes.ts';
import { changesDocument, matrixDocument } from '../../src/history/comparison-documents.ts';
import type { Document } from '../../src/render/document.ts';
import { markdown } from '../../src/render/markdown.ts';
import { page } from '../../src/render/page.ts';
import { reportDocument } from '../../src/render/report-document.ts';
import { terminal } from '../../src/render/terminal.ts';
import type { Report } from '../../src/report/model.ts';
import { siteDocument } from '../../src/targets/site.ts';
import { targetStatus } from '../../src/targets/status.ts';
import { anyReport } from '../report/any-report.ts';
import { conformant } from '../report/examples.ts';

const OPTIONS = { allowIncomplete: false, failOn: 'any' } as const;

/** Returns one document of each kind from two reports. */
export function documentsOf(report: Report, other: Report): Readonly<Record<string, Document>> {
  const paths = [report.run.id];
  const changes = changesBetween(other, report);
  return {
    report: reportDocument(report, { past: [other], paths }),
    changes: changesDocument([changes]),
    history: changesDocument([changes, changesSince([], other)]),
    matrix: matrixDocument([other, report, conformant]),
    site: siteDocument(
      [
        targetStatus('eu', report, { ...OPTIONS, earlier: [other] }),
        targetStatus('us', report.run.id, { ...OPTIONS, earlier: [report] }),
      ],
      new Date(0),
    ),
  };
}

/** Returns all that people see of documents, by name and layout. */
export const layoutsOf = (
  documents: Readonly<Record<string, Document>>,
  width = 80,
): readonly (readonly [name: string, text: string])[] =>
  Object.entries(documents).flatMap(([name, document]) => [
    [`${name}, terminal`, terminal(document, { color: false, width })],
    [`${name}, markdown`, markdown(document)],
    [`${name}, page`, page(document)],
  ]);

/** Documents of any reports, which may share rules. */
export const anyDocuments: fc.Arbitrary<Readonly<Record<string, Document>>> = fc
  .tuple(anyReport, anyReport, fc.boolean())
  .map(([report, other, shares]) =>
    documentsOf(report, shares ? { ...other, rules: [...other.rules, ...report.rules] } : other),
  );
