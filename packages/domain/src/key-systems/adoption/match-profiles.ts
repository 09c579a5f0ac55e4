import { foldText } from '../../fold-text';
import { groupBy } from '../group-by';

type Compared = { name: string; rights: string; members: ReadonlySet<string> };
type Match<W, F> = { wanted: W; found: F };

/**
 * Gives each wanted profile at most one of those found with equal rights, each once: first the one with exactly its members,
 * then the one of its name, then the one with most members in common. Except in the first case, at least half the members of
 * a found one have to be wanted.
 */
export function matchProfiles<W extends Compared & { reference: string }, F extends Compared>(
  wanted: readonly W[],
  found: readonly F[],
): Match<W, F>[] {
  const foundBy = groupBy(found, ({ rights }) => rights);
  const matches: Match<W, F>[] = [];
  for (const [rights, same] of groupBy(wanted, (profile) => profile.rights)) {
    matches.push(...matchEqual(same, foundBy.get(rights) ?? []));
  }
  return matches;
}

function matchEqual<W extends Compared & { reference: string }, F extends Compared>(
  wanted: readonly W[],
  found: readonly F[],
): Match<W, F>[] {
  const open = { wanted: new Set(wanted), found: new Set(found) };
  const matches: Match<W, F>[] = [];
  const take = (match: Match<W, F>) => {
    if (!open.wanted.has(match.wanted) || !open.found.has(match.found)) return;
    open.wanted.delete(match.wanted);
    open.found.delete(match.found);
    matches.push(match);
  };
  for (const match of paired(open, (profile) => `${nameIn(profile)}\n${membersIn(profile)}`)) take(match);
  for (const match of paired(open, membersIn)) take(match);
  for (const match of paired(open, nameIn).filter(isMeant)) take(match);
  for (const match of byOverlap(open)) take(match);
  return matches;
}

type Open<W, F> = { wanted: ReadonlySet<W>; found: ReadonlySet<F> };

/** Those with equal keys, in their order. */
function paired<W extends Compared, F extends Compared>(
  { wanted, found }: Open<W, F>,
  keyOf: (profile: Compared) => string,
): Match<W, F>[] {
  const foundBy = groupBy(found, keyOf);
  return [...groupBy(wanted, keyOf)].flatMap(([key, some]) => {
    const others = foundBy.get(key) ?? [];
    return some.slice(0, others.length).flatMap((one, i) => {
      const other = others[i];
      return other ? [{ wanted: one, found: other }] : [];
    });
  });
}

/** Most in common first. Compares only profiles that share a member, of which there are few. */
function byOverlap<W extends Compared, F extends Compared>({ wanted, found }: Open<W, F>): Match<W, F>[] {
  const withMember = new Map<string, F[]>();
  for (const profile of found) {
    for (const member of profile.members) withMember.set(member, [...(withMember.get(member) ?? []), profile]);
  }
  const pairs = [...wanted].flatMap((one) => {
    const others = new Set([...one.members].flatMap((member) => withMember.get(member) ?? []));
    return [...others].map((other) => ({ wanted: one, found: other }));
  });
  const common = new Map(pairs.map((pair) => [pair, countCommon(pair)]));
  return pairs.filter(isMeant).sort((a, b) => (common.get(b) ?? 0) - (common.get(a) ?? 0));
}

const countCommon = ({ wanted, found }: Match<Compared, Compared>): number =>
  [...found.members].filter((member) => wanted.members.has(member)).length;

/** Members whom the plans do not want lose the doors by the adoption: these have to be few. */
const isMeant = (match: Match<Compared, Compared>): boolean => countCommon(match) * 2 >= match.found.members.size;

/** Without the key plan: a profile of ours is called `plan / rule`. */
const nameIn = ({ name }: Compared): string => foldText(name.split(' / ').at(-1) ?? name);
const membersIn = ({ members }: Compared): string => [...members].sort().join();
