import type { MatrixCell, MatrixWay } from '../source/matrix-source';

/** The appearance of a crossing as one number: crossings that look the same share one picture. */
export type Look = number;

export const notLoaded: Look = -1;

const ways: readonly (MatrixWay | undefined)[] = [undefined, 'direct', 'door', 'group', 'place', 'profile'];
const wayNumbers = { direct: 1, door: 2, group: 3, place: 4, profile: 5 } as const;
const changes = [undefined, 'gained', 'lost', 'both'] as const;
const changeNumbers = { gained: 1, lost: 2, both: 3 } as const;

export function lookOf(cell: MatrixCell | undefined): Look {
  if (!cell) return notLoaded;
  const { share, way, change } = cell;
  let look = share <= 0 ? 0 : share >= 1 ? 100 : Math.max(1, Math.min(99, Math.round(share * 100)));
  if (way) look |= wayNumbers[way] << 7;
  if (cell.isLimited) look |= 1 << 10;
  if (change) look |= changeNumbers[change] << 11;
  if (cell.isPending) look |= 1 << 13;
  if (cell.hasConflict) look |= 1 << 14;
  return look;
}

export const percentOf = (look: Look): number => look & 127;
export const wayOf = (look: Look): MatrixWay | undefined => ways[(look >> 7) & 7];
export const isLimited = (look: Look): boolean => (look & (1 << 10)) !== 0;
export const changeOf = (look: Look): MatrixCell['change'] => changes[(look >> 11) & 3];
export const isPending = (look: Look): boolean => (look & (1 << 13)) !== 0;
export const hasConflict = (look: Look): boolean => (look & (1 << 14)) !== 0;
/** No access, no change, no problem: nothing is drawn. */
export const isBlank = (look: Look): boolean => look >= 0 && (look & ~(7 << 7)) === 0;
