const shown = 5;

/** The departments with most of the people, to show an administrator where to look; '' for none. */
export function largestGroups(departments: Iterable<string | null>): { label: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const department of departments) counts.set(department ?? '', (counts.get(department ?? '') ?? 0) + 1);
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, shown);
}
