/** What is called exactly like a text comes first, then what begins with it; otherwise the order stays. */
export function bestFirst<T>(items: readonly T[], text: string, nameOf: (item: T) => string): T[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...items];
  const rank = (item: T) => {
    const name = nameOf(item).toLowerCase();
    if (name === wanted) return 0;
    return name.startsWith(wanted) ? 1 : 2;
  };
  return [...items].sort((one, other) => rank(one) - rank(other));
}
