/** Of an error, its causes and those of each address that was tried. */
export function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const tried: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [...code, ...tried.flatMap(codesOf), ...codesOf(error.cause)];
}
