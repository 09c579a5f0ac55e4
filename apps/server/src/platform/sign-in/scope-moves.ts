import { foldText } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../deps';

/**
 * What scopes follow: a place that became another one, or a department that has a new name. People get that one by one, so
 * the former name stays beside it.
 */
export type ScopeMove = { place: string; into: string } | { department: string; into: string };

/** Of a table with a scope. */
type Columns = { departments: string[] | null; places: string[] | null };

/** What was done to one scope, for the audit event of the call that led to it. */
type MovedScope = { before: Scope; after: Columns };

/** Whether a row with the columns `departments` and `places` names what moves. */
export const isNamedIn = (move: ScopeMove): RawBuilder<boolean> =>
  'place' in move
    ? sql<boolean>`${move.place}::uuid = any(places)`
    : sql<boolean>`${foldText(move.department)} = any(departments)`;

/**
 * The scope of a row where `isNamedIn` holds.
 * @param stored how departments are stored
 */
export function movedScope({ departments, places }: Scope, move: ScopeMove, stored = foldText): MovedScope {
  const before = { departments, places };
  if (!('place' in move))
    return { before, after: { places: places && [...places], departments: sorted(departments, stored(move.into)) } };
  const others = places?.filter((place) => place !== move.place) ?? null;
  return { before, after: { departments: departments && [...departments], places: sorted(others, move.into) } };
}

const sorted = (names: readonly string[] | null, added: string): string[] | null =>
  names && [...new Set([...names, added])].sort();
