import type { RootContent } from 'mdast';
import { serialise } from '../../report/markdown/nodes.ts';
import { shown } from '../../report/shown.ts';
import type { Changes } from '../changes.ts';
import { conclusionOf } from '../conclusion.ts';
import { factsOf } from '../facts.ts';
import { remarksOf } from '../remarks.ts';
import { type Section, sectionsOf } from '../sections.ts';
import { settingDifferences } from '../setting-differences.ts';
import { targetName } from '../target-name.ts';
import { entryItem } from './entry-item.ts';
import { code, heading, item, list, paragraph, strong, table } from './nodes.ts';

const ID = 40;

function runs({ before, after }: Changes): RootContent[] {
  const rows = factsOf(before, after).map(({ label, before: was, after: is, difference }) => [
    [label],
    [was],
    [is],
    [difference],
  ]);
  const of = (label: string, text: (report: typeof before) => string) => [
    [label],
    [code(text(before))],
    [code(text(after))],
    [],
  ];
  return [
    heading(2, 'The two runs'),
    table([
      [[], ['older'], ['newer'], ['change']],
      of('target', targetName),
      of('run', ({ run }) => shown(run.id, ID)),
      ...rows,
    ]),
  ];
}

function settings({ before, after }: Changes): RootContent[] {
  const differing = settingDifferences(before, after);
  if (differing.length === 0) return [];
  return [
    heading(2, 'Settings that differ'),
    table([
      [['setting'], ['older'], ['newer']],
      ...differing.map((each) => [[code(each.name)], [code(each.before)], [code(each.after)]]),
    ]),
  ];
}

function section({ title, count, note, entries }: Section): RootContent[] {
  const intro = note === '' ? [] : [paragraph(note)];
  return [heading(2, `${title}: ${count}`), ...intro, ...list(entries.map(entryItem))];
}

/** What changed between two reports, as Markdown. */
export function changesMarkdown(changes: Changes): string {
  const { title, sentences } = conclusionOf(changes);
  const remarks = remarksOf(changes).map(({ text, quoted }) =>
    item(quoted === '' ? [text] : [`${text} `, code(quoted)]),
  );
  return serialise([
    heading(1, title),
    paragraph(strong(sentences[0] ?? ''), ...sentences.slice(1).map((sentence) => ` ${sentence}`)),
    ...list(remarks),
    ...settings(changes),
    ...runs(changes),
    ...sectionsOf(changes).flatMap(section),
  ]);
}
