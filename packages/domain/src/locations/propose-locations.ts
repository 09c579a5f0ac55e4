import type { LocationType } from '@key2xs/contract';
import { foldText } from '../fold-text';
import { chooseType } from './choose-type';
import { locationKey, readLocationText } from './read-location-text';

/** An existing place. */
export type KnownLocation = { id: string; parent_id: string | null; name: string; type: LocationType };

/** A cylinder without a place, with its location text. */
export type TextToPlace = { id: string; text: string };

export type KnownTree = {
  places: readonly KnownLocation[];
  /** Folded paths of former texts → places, even if those were renamed or moved since. */
  texts: ReadonlyMap<string, string>;
};

/** A place in location texts; `id` is missing if it would be created. */
export type ProposedLocation = {
  key: string;
  id: string | undefined;
  parent: string | undefined;
  name: string;
  type: LocationType;
  /** Names from the top. */
  path: string[];
};

export type Proposal = {
  /** By the key of its path; each after its parent. */
  places: Map<string, ProposedLocation>;
  /** Path of a text → key of `places`. */
  paths: Map<string, string>;
  /** The place of each cylinder, as a key of `places`. */
  placings: { id: string; text: string; key: string }[];
};

/**
 * Proposes places for location texts, extending the existing tree: a known path leads to its place again, a part with the
 * name of an existing place below the same parent is that place, and the rest is new. Never changes existing places.
 * Independent of the order of texts. Cost: one pass over texts and places.
 */
export function proposeLocations(texts: readonly TextToPlace[], known: KnownTree): Proposal {
  const tree = indexTree(known);
  const read = texts
    .map((one) => ({ ...one, parts: readLocationText(one.text) }))
    .filter(({ parts }) => parts.length > 0)
    .sort(
      (a, b) => compare(locationKey(a.parts), locationKey(b.parts)) || compare(a.text, b.text) || compare(a.id, b.id),
    );
  const survey = countSpellings(read.map(({ parts }) => parts));
  const state: ProposalState = { tree, survey, byKey: new Map(), byName: new Map() };
  const placings = read.map(({ id, text, parts }) => ({ id, text, key: follow(parts, state).key }));
  const places = new Map([...state.byName.values()].map((place) => [place.key, place]));
  return { places, paths: new Map([...state.byKey].map(([path, { key }]) => [path, key])), placings };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

type Tree = ReturnType<typeof indexTree>;

function indexTree({ places, texts }: KnownTree) {
  const byId = new Map(places.map((place) => [place.id, place]));
  const byName = new Map(places.map((place) => [nameKey(place.parent_id, place.name), place]));
  return {
    find: (key: string, parentId: string | null | undefined, name: string) =>
      byId.get(texts.get(key) ?? '') ?? (parentId === undefined ? undefined : byName.get(nameKey(parentId, name))),
    pathOf: (id: string): string[] => {
      const path: string[] = [];
      for (let place = byId.get(id); place; place = byId.get(place.parent_id ?? '')) path.unshift(place.name);
      return path;
    },
  };
}

const nameKey = (parentId: string | null, name: string) => `${parentId ?? ''} ${foldText(name)}`;

/** Facts about a path from all texts. */
type PathFacts = { depth: number; spellings: Map<string, number> };

/** For each part, by key: the depth of the deepest path through it, and how often each spelling occurs. */
function countSpellings(paths: readonly string[][]): ReadonlyMap<string, PathFacts> {
  const survey = new Map<string, PathFacts>();
  for (const parts of paths) {
    for (const [index, name] of parts.entries()) {
      const key = locationKey(parts.slice(0, index + 1));
      const facts = survey.get(key) ?? { depth: 0, spellings: new Map<string, number>() };
      facts.depth = Math.max(facts.depth, parts.length);
      facts.spellings.set(name, (facts.spellings.get(name) ?? 0) + 1);
      survey.set(key, facts);
    }
  }
  return survey;
}

/** The most frequent spelling. */
const usualSpelling = ({ spellings }: PathFacts, name: string): string =>
  [...spellings].sort(([a, timesA], [b, timesB]) => timesB - timesA || compare(a, b))[0]?.[0] ?? name;

type ProposalState = {
  tree: Tree;
  survey: ReadonlyMap<string, PathFacts>;
  /** By the path of a text; several may lead to one place. */
  byKey: Map<string, ProposedLocation>;
  /** By parent and name; in the order of discovery. */
  byName: Map<string, ProposedLocation>;
};

/** @returns the place at the end of the path, or above it if no type is left for its last parts */
function follow(parts: readonly string[], { tree, survey, byKey, byName }: ProposalState): ProposedLocation {
  let parent: ProposedLocation | undefined;
  const depth = survey.get(locationKey(parts.slice(0, 1)))?.depth ?? parts.length;
  for (const [index, part] of parts.entries()) {
    const level = index + 1;
    const key = locationKey(parts.slice(0, level));
    const facts = survey.get(key);
    const name = facts ? usualSpelling(facts, part) : part;
    const below = (facts?.depth ?? level) - level;
    const place = byKey.get(key) ?? find(key, name) ?? make(key, name, { level, depth, below });
    if (!place) break;
    byKey.set(key, place);
    parent = place;
  }
  if (!parent) throw new Error('A path has at least one part, and the top has room for it');
  return parent;

  function find(key: string, name: string): ProposedLocation | undefined {
    const found = tree.find(key, parent ? parent.id : null, name);
    if (!found) return byName.get(nameKey(parent ? (parent.id ?? parent.key) : null, name));
    const known = nameKey(found.parent_id, found.name);
    const place = byName.get(known) ?? { ...found, key, parent: parent?.key, path: tree.pathOf(found.id) };
    byName.set(known, place);
    return place;
  }

  function make(key: string, name: string, where: { level: number; depth: number; below: number }) {
    const type = chooseType({ name, ...where, parent: parent?.type });
    if (type === undefined) return undefined;
    const place = { key, id: undefined, parent: parent?.key, name, type, path: [...(parent?.path ?? []), name] };
    byName.set(nameKey(parent ? (parent.id ?? parent.key) : null, name), place);
    return place;
  }
}
