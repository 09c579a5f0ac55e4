import type { MinedSuggestion, MiningInput } from '@key2xs/domain';
import type { InputNames } from './input/read-input';

const maxPlaces = 2;
const maxLength = 120;

/** Names suggestions by their conditions and the places of their doors, each name once in a run. */
export class SuggestionNames {
  readonly #names = new Map<string, { name: string; base: string }>();
  readonly #taken = new Set<string>();

  constructor(
    private readonly input: Pick<MiningInput, 'attributes'>,
    private readonly names: InputNames,
  ) {}

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
    const who = this.conditionsOf(suggestion)
      .map(({ name }) => name)
      .join(', ');
    const where = this.#placesOf(suggestion.cylinders);
    const base = who && where ? `${who}: ${where}` : who || where || '–';
    return base.length > maxLength ? `${base.slice(0, maxLength - 1)}…` : base;
  }

  /** Where most of the doors are; of a path, its last name. */
  #placesOf(cylinders: Int32Array): string {
    const counts = new Map<number, number>();
    for (const cylinder of cylinders) {
      const place = this.names.placeOf[cylinder] ?? -1;
      if (place >= 0) counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    const places = [...counts].sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || a - b);
    const shown = places.slice(0, maxPlaces).map(([place]) => this.names.places[place]?.split(' / ').at(-1) ?? '');
    return shown.join(', ') + (places.length > maxPlaces ? ` +${places.length - maxPlaces}` : '');
  }
}
