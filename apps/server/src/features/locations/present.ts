import type { Location, LocationNode, LocationType } from '@key2xs/contract';
import type { Selectable } from 'kysely';
import type { Schema } from '#platform/schema/schema';

export type LocationRow = Selectable<Schema['location']> & {
  path: string;
  owner_name: string | null;
  owner_number: string | null;
  deputy_name: string | null;
  deputy_number: string | null;
  cylinders: number;
  access_rules: number;
};

export const presentLocation = (row: LocationRow): Location => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export type NodeRow = Omit<LocationNode, 'cylinders'> & { type: LocationType };

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Parents before children, "Floor 2" before "Floor 10", each with the count of cylinders below it. */
export function presentTree(rows: readonly NodeRow[]): LocationNode[] {
  const inPlace = Map.groupBy(rows, ({ parent_id }) => parent_id);
  const places: LocationNode[] = [];
  const visit = (parent: string | null): number => {
    let cylinders = 0;
    for (const row of [...(inPlace.get(parent) ?? [])].sort((a, b) => byName.compare(a.name, b.name))) {
      const node = { ...row, cylinders: row.own_cylinders };
      places.push(node);
      node.cylinders += visit(row.id);
      cylinders += node.cylinders;
    }
    return cylinders;
  };
  visit(null);
  return places;
}
