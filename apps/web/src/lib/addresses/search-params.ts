const counts = new Set(['offset', 'limit', 'page', 'size']);

/** Plain query strings: every value is text, except the numbers of paging. The last of equal names wins. */
export function parseSearch(search: string): Record<string, unknown> {
  const entries = [...new URLSearchParams(search)];
  return Object.fromEntries(entries.map(([name, value]) => [name, counts.has(name) ? Number(value) : value]));
}

/** Leaves out undefined, null and empty values, so that the URL contains only what was set. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query ? `?${query}` : '';
}
