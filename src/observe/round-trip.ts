import * as z from 'zod';

/** A kind of text, and whether what came back still has it. */
interface Kind {
  readonly name: string;
  readonly isKept: (text: string) => boolean;
}

/** One creation of the round trip. */
export interface Trip {
  readonly name: string;
  readonly title: (marked: string) => string;
  readonly body: string;
  readonly titleKinds: readonly Kind[];
  readonly bodyKinds: readonly Kind[];
}

/** Stands in every body that is not empty, and in no title. */
const MARK = 'round trip of a body';

const containing = (name: string, text: string): Kind & { readonly text: string } => ({
  name,
  text,
  isKept: (came) => came.includes(text),
});

// Nothing here mentions a person or refers to another issue where a service reads such things.
const LINE = [
  containing('emoji', '😀 👩‍👩‍👧'),
  containing('other scripts', 'Größe тест 日本語 العربية'),
  containing('combining marks', 'e\u0301 a\u0308'),
  containing('quotes', '"double" \'single\' `back`'),
  containing('markup', '<b>bold</b> &amp; **stars**'),
  containing('backslashes', 'C:\\new \\u0041 100%25'),
];
const line = LINE.map(({ text }) => text).join(' ');

const ENDS: Kind = { name: 'spaces at the ends', isKept: (came) => /^ {2}[^ ].*[^ ] {2}$/s.test(came) };

/** What is created to see whether texts come back as they were sent (sections 2 and 4.2). */
export const TRIPS: readonly Trip[] = [
  {
    name: 'unusual characters',
    title: (marked) => `${marked} ${line}`,
    body: `${MARK} ${line}`,
    titleKinds: LINE,
    bodyKinds: LINE,
  },
  {
    name: 'unusual spaces',
    title: (marked) => `  ${marked} two  blanks  `,
    body: `  ${MARK}\r\nsecond\tline\n\nfourth  `,
    titleKinds: [ENDS, containing('spaces in a row', 'two  blanks')],
    bodyKinds: [ENDS, containing('line ends', '\r\nsecond\tline\n\nfourth')],
  },
  {
    name: 'a line break in the title',
    title: (marked) => `${marked} first\nsecond`,
    body: '',
    titleKinds: [containing('line break', 'first\nsecond')],
    bodyKinds: [{ name: 'empty', isKept: (came) => came === '' }],
  },
];

/** A text in a record, and where. */
interface Place {
  readonly path: string;
  readonly text: string;
}

/** What is said where titles and bodies come back as they were sent. */
export const UNCHANGED = 'unchanged';
const NOT_SHOWN = 'not shown';

const MAX_DEPTH = 3;

function textsIn(value: unknown, path = '', depth = 0): Place[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (value === null || typeof value !== 'object' || depth === MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, `${path}/${name}`, depth + 1));
}

function changedKinds(came: string, sent: string, kinds: readonly Kind[]): string[] {
  if (came === sent) return [];
  const changed = kinds.filter(({ isKept }) => !isKept(came)).map(({ name }) => name);
  return changed.length === 0 ? ['something'] : changed;
}

/** The text that is most like what was sent, among those that show where they come from. */
function bestOf(places: readonly Place[], sent: string, kinds: readonly Kind[]): Place | undefined {
  const changes = ({ text }: Place) => changedKinds(text, sent, kinds).length;
  return places.toSorted((a, b) => changes(a) - changes(b))[0];
}

/** One creation that was made, and the record of the list that shows it. */
export interface Returned {
  readonly trip: Trip;
  /** The payload as it was sent. */
  readonly sent: string;
  readonly record: unknown;
}

const payloadSchema = z.object({ title: z.string() });

/**
 * What of titles and bodies came back changed: `title changed: spaces at the ends; body not shown`.
 * @param isFromRequest whether a text shows the marker of the title
 */
export function describeRoundTrip(
  returned: readonly Returned[],
  isFromRequest: (text: string) => boolean,
): string {
  const changed = { title: new Set<string>(), body: new Set<string>() };
  let bodyPath: string | null = null;
  for (const { trip, sent, record } of returned) {
    const { title } = payloadSchema.parse(JSON.parse(sent));
    const texts = textsIn(record);
    const titles = texts.filter(({ text }) => isFromRequest(text));
    const shown = bestOf(titles, title, trip.titleKinds);
    for (const kind of shown === undefined ? [NOT_SHOWN] : changedKinds(shown.text, title, trip.titleKinds))
      changed.title.add(kind);
    const bodies = texts.filter(({ text }) => text.includes(MARK));
    const body = bestOf(bodies, trip.body, trip.bodyKinds);
    if (body !== undefined) {
      bodyPath ??= body.path;
      for (const kind of changedKinds(body.text, trip.body, trip.bodyKinds)) changed.body.add(kind);
    } else if (trip.body !== '') changed.body.add(NOT_SHOWN);
    else if (bodyPath !== null) {
      const came = texts.find(({ path }) => path === bodyPath)?.text;
      if (came !== '') changed.body.add('empty');
    }
  }
  const parts = Object.entries(changed).flatMap(([name, kinds]) => {
    if (kinds.size === 0) return [];
    return [kinds.has(NOT_SHOWN) ? `${name} ${NOT_SHOWN}` : `${name} changed: ${[...kinds].join(', ')}`];
  });
  return parts.length === 0 ? UNCHANGED : parts.join('; ');
}
