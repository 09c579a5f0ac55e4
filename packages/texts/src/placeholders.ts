const placeholder = /\{\{\s*(\w+)\s*\}\}/g;

/** Names in braces that are none of the placeholders, and braces that are left open. */
export function wrongPlaceholders(text: string, placeholders: readonly string[]): string[] {
  const named = [...text.matchAll(placeholder)].map(([, name = '']) => name);
  const open = text.replace(placeholder, '').match(/\{\{[^{}]{0,30}|\}\}/g) ?? [];
  return [...new Set([...named.filter((name) => !placeholders.includes(name)), ...open])];
}

/** Fills placeholders in, once: braces in a value are text. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (_, name: string) => values[name] ?? '');
