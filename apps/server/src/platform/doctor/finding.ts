/** What one check has found. `remedy` says what to do, except where all is well. */
export type Finding = { check: string; state: 'ok' | 'warning' | 'wrong'; text: string; remedy?: string };

export const ok = (check: string, text: string): Finding => ({ check, state: 'ok', text });
export const warning = (check: string, text: string, remedy: string): Finding => ({
  check,
  state: 'warning',
  text,
  remedy,
});
export const wrong = (check: string, text: string, remedy: string): Finding => ({
  check,
  state: 'wrong',
  text,
  remedy,
});

/** The code of a system or TLS error, also of the cause that undici wraps. */
export function codeOf(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return error instanceof Error ? error.message : String(error);
}
