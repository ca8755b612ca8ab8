import { documentOf } from '../../report/html/document.tsx';
import { Part } from '../../report/html/part.tsx';
import { shown } from '../../report/shown.ts';
import type { Changes } from '../changes.ts';
import { conclusionOf } from '../conclusion.ts';
import { factsOf } from '../facts.ts';
import { remarksOf } from '../remarks.ts';
import { sectionsOf } from '../sections.ts';
import { settingDifferences } from '../setting-differences.ts';
import { targetName } from '../target-name.ts';
import style from './compare.css?raw';
import { Entries } from './entry.tsx';
import { Contents, Foot, Notice, ScrollBox, SkipLink } from './frame.tsx';

const ID = 40;
const RUNS = { id: 'runs', title: 'The two runs' };
const SETTINGS = { id: 'settings', title: 'Settings that differ' };

function RunsTable({ before, after }: Pick<Changes, 'before' | 'after'>) {
  const texts = [
    { label: 'target', was: targetName(before), is: targetName(after) },
    { label: 'run', was: shown(before.run.id, ID), is: shown(after.run.id, ID) },
  ];
  return (
    <ScrollBox name={RUNS.title}>
      <table class="table pair">
        <caption class="sr">What the two runs came to and what they took</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="sr">What</span>
            </th>
            <th scope="col">Older</th>
            <th scope="col">Newer</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {texts.map(({ label, was, is }) => (
            <tr>
              <th scope="row">{label}</th>
              <td class="id">{was}</td>
              <td class="id">{is}</td>
              <td />
            </tr>
          ))}
          {factsOf(before, after).map((fact) => (
            <tr>
              <th scope="row">{fact.label}</th>
              <td>{fact.before}</td>
              <td>{fact.after}</td>
              <td>{fact.difference}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function SettingsTable({ before, after }: Pick<Changes, 'before' | 'after'>) {
  return (
    <ScrollBox name={SETTINGS.title}>
      <table class="table pair">
        <caption class="sr">Settings that the two runs had differently</caption>
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Older</th>
            <th scope="col">Newer</th>
          </tr>
        </thead>
        <tbody>
          {settingDifferences(before, after).map((setting) => (
            <tr>
              <th scope="row" class="id">
                {setting.name}
              </th>
              <td class="id">{setting.before}</td>
              <td class="id">{setting.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function tone({ incomparable, worse }: Changes): 'incomplete' | 'nonconformant' | 'conformant' {
  if (incomparable !== null) return 'incomplete';
  return worse ? 'nonconformant' : 'conformant';
}

/** What changed between two reports, as a page that is one file. */
export function changesPage(changes: Changes): string {
  const { before, after } = changes;
  const { title, sentences } = conclusionOf(changes);
  const sections = sectionsOf(changes);
  const hasSettings = settingDifferences(before, after).length > 0;
  const body = (
    <>
      <SkipLink />
      <header class={`masthead is-${tone(changes)}`}>
        <p class="eyebrow">issue-conformance, two reports compared</p>
        <h1>{title}</h1>
        <p class="lead">{sentences.join(' ')}</p>
        <Contents
          links={[
            ...(hasSettings ? [SETTINGS] : []),
            RUNS,
            ...sections.map(({ key, title: name, count }) => ({ id: key, title: `${name}: ${count}` })),
          ]}
        />
      </header>
      <main id="main" tabindex={-1}>
        {remarksOf(changes).map((remark) => (
          <Notice remark={remark} />
        ))}
        {hasSettings ? (
          <Part {...SETTINGS}>
            <SettingsTable before={before} after={after} />
          </Part>
        ) : null}
        <Part {...RUNS}>
          <RunsTable before={before} after={after} />
        </Part>
        {sections.map(({ key, title: name, count, note, entries }) => (
          <Part id={key} title={`${name}: ${count}`} intro={note}>
            <Entries entries={entries} />
          </Part>
        ))}
      </main>
      <Foot />
    </>
  );
  return documentOf({ title: `${title}: two reports compared`, style, body });
}
