import { type MinedSuggestion, type MiningInput, namePartsOf } from '@key2xs/domain';
import type { InputNames } from './input/read-input';

const maxPlaces = 2;
const maxLength = 120;

/** Names suggestions by their conditions and the places of their doors, each name once in a run. */
export class SuggestionNames {
  readonly #names = new Map<string, { name: string; base: string }>();
  readonly #taken = new Set<string>();

  readonly #places: ReadonlyMap<string, number>;
  /** What all doors of the run are in. */
  readonly #common: readonly string[];

  constructor(
    private readonly input: Pick<MiningInput, 'attributes'>,
    private readonly names: InputNames,
  ) {
    this.#places = countNames(names.places);
    const cylinders = Int32Array.from(names.placeOf.keys()).filter((cylinder) => (names.placeOf[cylinder] ?? -1) >= 0);
    this.#common = namePartsOf({ conditions: [], cylinders }, this.#pathOf).place;
  }

  readonly #pathOf = (cylinder: number): readonly string[] =>
    pathOf(this.names.places[this.names.placeOf[cylinder] ?? -1]);

  /** The same for the same suggestion, as long as its conditions and places are. */
  nameOf(suggestion: Pick<MinedSuggestion, 'id' | 'conditions' | 'cylinders'>): string {
    const base = this.#baseOf(suggestion);
    const known = this.#names.get(suggestion.id);
    if (known?.base === base) return known.name;
    if (known) this.#taken.delete(known.name);
    let name = base;
    for (let count = 2; this.#taken.has(name); count++) name = `${base} ${count}`;
    this.#taken.add(name);
    this.#names.set(suggestion.id, { name, base });
    return name;
  }

  conditionsOf({ conditions }: Pick<MinedSuggestion, 'conditions'>) {
    return conditions.flatMap(({ attribute, value }) => {
      const of = this.input.attributes[attribute];
      const name = this.names.values[attribute]?.[value] ?? '';
      return of ? [{ attribute: of.name, value: of.name === 'group' ? (of.keys[value] ?? '') : name, name }] : [];
    });
  }

  #baseOf(suggestion: Pick<MinedSuggestion, 'conditions' | 'cylinders'>): string {
    const who = whoOf(this.conditionsOf(suggestion));
    const where = this.#placesOf(suggestion.cylinders);
    const base = who && where ? `${who}: ${where}` : who || where || '–';
    return base.length > maxLength ? `${base.slice(0, maxLength - 1)}…` : base;
  }

  /** The closest place that all doors are in, unless it has all doors of the run; else where most of them are. */
  #placesOf(cylinders: Int32Array): string {
    const counts = new Map<number, number>();
    for (const cylinder of cylinders) {
      const place = this.names.placeOf[cylinder] ?? -1;
      if (place >= 0) counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    if (counts.size > 1) {
      const { place } = namePartsOf({ conditions: [], cylinders }, this.#pathOf);
      if (place.length > this.#common.length) return this.#shortName(place);
    }
    const places = [...counts].sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || a - b);
    const shown = places.slice(0, maxPlaces).map(([place]) => this.#shortName(pathOf(this.names.places[place])));
    return shown.join(', ') + (places.length > maxPlaces ? ` +${places.length - maxPlaces}` : '');
  }

  /** Its last name, after that of the place above where another place is called the same. */
  #shortName(path: readonly string[]): string {
    const name = path.at(-1) ?? '';
    return (this.#places.get(name) ?? 0) > 1 ? path.slice(-2).join(' / ') : name;
  }
}

/** "Nurse in Surgery"; groups after it. */
function whoOf(conditions: readonly { attribute: string; name: string }[]): string {
  const named = (attribute: string) => conditions.flatMap((one) => (one.attribute === attribute ? [one.name] : []));
  const job = [...named('job_title'), ...named('department')].join(' in ');
  return [...(job ? [job] : []), ...named('group')].join(', ');
}

const pathOf = (place: string | undefined): string[] => place?.split(' / ') ?? [];

/** How many places each name has; those above a place with doors among them. */
function countNames(places: readonly string[]): ReadonlyMap<string, number> {
  const paths = new Set(
    places.flatMap((place) => pathOf(place).map((_, level, path) => path.slice(0, level + 1).join(' / '))),
  );
  const counts = new Map<string, number>();
  for (const path of paths) {
    const name = pathOf(path).at(-1) ?? '';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
