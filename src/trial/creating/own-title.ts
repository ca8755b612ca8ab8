/** Which texts of a record show a marker, and the marker that each shows. */
export type MarkedPlaces = ReadonlyMap<string, string>;

type MarkerIn = (text: string) => string | undefined;

const NAMES = '~';

/** Names that hold a digit may be those of one record alone, as an id is. */
const nameIn = (name: string): string => (/\d/.test(name) ? '*' : name);

/** Where in a record markers stand. Places in an array are all one, since nothing says that they mean different things. */
export function markedPlaces(record: unknown, markerIn: MarkerIn): MarkedPlaces {
  const places = new Map<string, string>();
  const note = (path: string, text: string): void => {
    const marker = markerIn(text);
    if (marker !== undefined && !places.has(path)) places.set(path, marker);
  };
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') note(path, value);
    else if (Array.isArray(value)) for (const item of value) walk(item, `${path}/*`);
    else if (value !== null && typeof value === 'object') {
      for (const [name, item] of Object.entries(value)) {
        note(`${path}/${NAMES}`, name);
        walk(item, `${path}/${nameIn(name)}`);
      }
    }
  };
  walk(record, '');
  return places;
}

const depthOf = (path: string): number => path.split('/').length;

/**
 * Where records show their own titles. Records may name other issues too: their neighbours, the latest one of the
 * repository, one that a comment speaks of. What stands there shows fewer different issues, or one of them more often
 * than it is in the list; where nothing else tells two places apart, the title is the one further out.
 *
 * @param records the places of those records that show any of the markers looked for
 */
export function ownTitlePath(
  records: readonly MarkedPlaces[],
  isWanted: (marker: string) => boolean,
): string | undefined {
  const at = new Map<string, string[]>();
  for (const places of records) {
    for (const [path, marker] of places)
      if (isWanted(marker)) at.set(path, [...(at.get(path) ?? []), marker]);
  }
  const candidates = [...at].map(([path, markers]) => ({
    path,
    different: new Set(markers).size,
    all: markers.length,
  }));
  const [best] = candidates.toSorted(
    (a, b) => b.different - a.different || a.all - b.all || depthOf(a.path) - depthOf(b.path),
  );
  return best?.path;
}
