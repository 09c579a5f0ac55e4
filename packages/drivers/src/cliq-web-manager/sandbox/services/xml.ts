const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes a text for XML 1.0, and drops characters that it cannot contain. */
export function escapeXml(text: string): string {
  if (/^[\w .,:+-]*$/.test(text)) return text; // fast path for most texts of a large answer
  return text
    .replace(/[\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replace(/\p{Cc}/gu, (character) => (/[\t\n\r\u007f-\u009f]/.test(character) ? character : ''))
    .replace(/[&<>"']/g, (character) => escapes[character] ?? '')
    .replace(/\r/g, '&#13;'); // else parsers normalise it to a line feed
}

/** An element with a text; empty for null. */
export function element(name: string, text: string | null): string {
  return text === null ? '' : `<${name}>${escapeXml(text)}</${name}>`;
}
