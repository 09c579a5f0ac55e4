/** Caches a function by its argument: many people of a page share their reasons. */
export function memoized<From, To>(of: (from: From) => To): (from: From) => To {
  const known = new Map<From, To>();
  return (from) => {
    const value = known.get(from) ?? of(from);
    known.set(from, value);
    return value;
  };
}
