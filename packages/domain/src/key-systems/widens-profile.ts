type Fields = Record<string, unknown>;

/** Whether a change of a profile may open more than before; any change of hours counts. */
export function widensProfile({ before, after }: { before: Fields | null; after: Fields | null }): boolean {
  if (!before || !after) return false; // a new profile has no members
  return 'schedule' in after || adds(before, after, 'cylinders') || adds(before, after, 'cylinder_groups');
}

function adds(before: Fields, after: Fields, field: string): boolean {
  const known = new Set(listIn(before, field));
  return listIn(after, field).some((id) => !known.has(id));
}

const listIn = (fields: Fields, field: string): unknown[] => {
  const value = fields[field];
  return Array.isArray(value) ? value : [];
};
