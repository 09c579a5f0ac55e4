import { LocationCreate, type LocationType, LocationType as LocationTypes, locationTypes } from '@key2xs/contract';
import { chooseType, foldText, rankOf } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import type { z } from 'zod';
import { factsOf } from '../manage';
import type { LocationLine } from './read-rows';

type Facts = z.infer<typeof LocationCreate>;
export type PlannedPlace = Facts & { id: string; parent_type: LocationType | null };
export type Problem = { line: number; message: Sentence };

type Given = {
  places: readonly (Facts & { id: string })[];
  /** Ids of active people by their employee number. */
  people: ReadonlyMap<string, readonly string[]>;
  newId: () => string;
};

export type ImportPlan = { made: PlannedPlace[]; changed: PlannedPlace[]; unchanged: number; bad: Problem[] };

/** Reports why a row is left out. */
class BadRow extends Error {
  constructor(readonly sentence: Sentence) {
    super(sentence.code);
  }
}

/**
 * The places that a file creates and changes, parents before children whatever the order of the rows. Creates missing parents,
 * too. An empty cell keeps the present value; nothing is deleted.
 */
export function planImport(lines: readonly LocationLine[], given: Given): ImportPlan {
  const plan = new Plan(given);
  const seen = new Map<string, number>();
  const bad: Problem[] = [];
  const rows = lines.map((row) => ({ row, parts: row.path.split('/').map((part) => part.trim()) }));
  rows.sort((a, b) => a.parts.length - b.parts.length || a.row.line - b.row.line);
  for (const { row, parts } of rows) {
    try {
      const key = parts.map(foldText).join('/');
      const first = seen.get(key);
      if (first !== undefined) throw new BadRow(say('location.pathTwice', { line: first }));
      plan.take(parts, row);
      seen.set(key, row.line);
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      bad.push({ line: row.line, message: error.sentence });
    }
  }
  return { ...plan.result(), bad: bad.sort((a, b) => a.line - b.line) };
}

class Plan {
  readonly #byId = new Map<string, PlannedPlace>();
  readonly #byName = new Map<string, string>();
  readonly #codes = new Map<string, string>();
  readonly #made = new Set<string>();
  readonly #changed = new Set<string>();
  readonly #named = new Set<string>();

  constructor(private readonly given: Given) {
    const types = new Map(given.places.map(({ id, type }) => [id, type]));
    for (const place of given.places) this.#put({ ...place, parent_type: types.get(place.parent_id ?? '') ?? null });
  }

  /** Plans a whole row, or rejects it. */
  take(parts: readonly string[], row: LocationLine): void {
    if (parts.length > locationTypes.length || parts.some((part) => part === '')) {
      throw new BadRow(say('location.pathLength'));
    }
    const type = this.#typeOf(row);
    const fresh: PlannedPlace[] = [];
    let parent: PlannedPlace | undefined;
    for (const [index, name] of parts.entries()) {
      const below = parts.length - 1 - index;
      const known = parent && fresh.includes(parent) ? undefined : this.#find(parent?.id ?? null, name);
      const place: PlannedPlace =
        known ?? this.#begin({ name, parent, below, type: below === 0 ? type : undefined, of: parts.length });
      if (!known) fresh.push(place);
      parent = place;
    }
    const last = parent;
    if (!last) return;
    const wanted = this.#withFacts(last, row, type);
    this.#check(wanted, last, fresh);
    for (const place of fresh) this.#keep(place === last ? wanted : place, this.#made);
    if (fresh.length === 0) {
      this.#named.add(wanted.id);
      if (!isSame(wanted, last)) {
        this.#keep(wanted, this.#made.has(wanted.id) ? this.#made : this.#changed);
      }
    }
  }

  result(): Omit<ImportPlan, 'bad'> {
    const listed = (ids: ReadonlySet<string>) =>
      [...ids].flatMap((id) => this.#byId.get(id) ?? []).sort((a, b) => rankOf(a.type) - rankOf(b.type));
    const unchanged = [...this.#named].filter((id) => !this.#changed.has(id) && !this.#made.has(id)).length;
    return { made: listed(this.#made), changed: listed(this.#changed), unchanged };
  }

  #put(place: PlannedPlace): void {
    this.#byId.set(place.id, place);
    this.#byName.set(nameKey(place.parent_id, place.name), place.id);
    if (place.code !== null) this.#codes.set(place.code, place.id);
  }

  #keep(place: PlannedPlace, among: Set<string>): void {
    this.#put(place);
    among.add(place.id);
    for (const child of this.#childrenOf(place.id)) this.#put({ ...child, parent_type: place.type });
  }

  #childrenOf = (id: string) => [...this.#byId.values()].filter(({ parent_id }) => parent_id === id);
  #find = (parentId: string | null, name: string) => this.#byId.get(this.#byName.get(nameKey(parentId, name)) ?? '');

  #typeOf({ type }: LocationLine): LocationType | undefined {
    if (type === '') return undefined;
    const parsed = LocationTypes.safeParse(type.toLowerCase());
    if (!parsed.success) throw new BadRow(say('location.unknownType', { type }));
    return parsed.data;
  }

  #begin({
    name,
    parent,
    below,
    type,
    of,
  }: {
    name: string;
    parent: PlannedPlace | undefined;
    below: number;
    type: LocationType | undefined;
    of: number;
  }): PlannedPlace {
    const chosen = type ?? chooseType({ name, level: of - below, depth: of, parent: parent?.type, below });
    if (chosen === undefined) throw new BadRow(say('location.noRoom'));
    const facts = LocationCreate.safeParse({ name, type: chosen, parent_id: parent?.id ?? null });
    if (!facts.success) throw badFacts(facts.error);
    return { ...facts.data, id: this.given.newId(), parent_type: parent?.type ?? null };
  }

  #withFacts(place: PlannedPlace, row: LocationLine, type: LocationType | undefined): PlannedPlace {
    const { id, parent_type, ...facts } = place;
    const said = {
      ...facts,
      type: type ?? facts.type,
      ...(row.code && { code: row.code }),
      ...(row.protection_class && { protection_class: Number(row.protection_class) }),
      ...(row.owner && { owner_person_id: this.#person(row.owner) }),
      ...(row.deputy && { deputy_person_id: this.#person(row.deputy) }),
      ...(row.time_zone && { time_zone: row.time_zone }),
      ...(row.notes && { notes: row.notes }),
    };
    const parsed = LocationCreate.safeParse(said);
    if (!parsed.success) throw badFacts(parsed.error);
    return { ...parsed.data, id, parent_type };
  }

  #person(number: string): string {
    const [id, ...others] = this.given.people.get(number) ?? [];
    if (id === undefined) throw new BadRow(say('location.unknownNumber', { number }));
    if (others.length > 0) throw new BadRow(say('location.sharedNumber', { number }));
    return id;
  }

  #check(wanted: PlannedPlace, last: PlannedPlace, fresh: readonly PlannedPlace[]): void {
    const parent = this.#byId.get(wanted.parent_id ?? '') ?? fresh.find(({ id }) => id === wanted.parent_id);
    if (parent) refuseMisplaced(wanted, parent);
    if (wanted.type !== last.type) for (const child of this.#childrenOf(wanted.id)) refuseMisplaced(child, wanted);
    const { code, owner_person_id, deputy_person_id } = wanted;
    if (code !== null && (this.#codes.get(code) ?? wanted.id) !== wanted.id) {
      throw new BadRow(say('location.codeTaken', { code }));
    }
    if (owner_person_id !== null && owner_person_id === deputy_person_id) throw new BadRow(say('location.ownDeputy'));
  }
}

const isSame = (one: Facts, other: Facts) =>
  Object.entries(factsOf(one)).every(([name, value]) => Object(other)[name] === value);

const nameKey = (parentId: string | null, name: string) => `${parentId ?? ''} ${name.normalize('NFC').toLowerCase()}`;

function refuseMisplaced(place: PlannedPlace, parent: PlannedPlace): void {
  if (rankOf(parent.type) < rankOf(place.type)) return;
  throw new BadRow(say('location.cannotStandIn', { name: place.name, parent: parent.name }));
}

function badFacts({ issues }: z.ZodError): BadRow {
  const text = issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ');
  return new BadRow(say('asWritten', { text }));
}
