const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Text as XML 1.0 may hold it: marked characters escaped, those that have no place in it left out. */
export function escapeXml(text: string): string {
  if (/^[\w .,:+-]*$/.test(text)) return text; // nearly all of a large answer
  return text
    .replace(/[\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replace(/\p{Cc}/gu, (character) => (/[\t\n\r\u007f-\u009f]/.test(character) ? character : ''))
    .replace(/[&<>"']/g, (character) => escapes[character] ?? '')
    .replace(/\r/g, '&#13;'); // else a reader takes it for a line feed
}

/** An element with a text; nothing at all for null. */
export function element(name: string, text: string | null): string {
  return text === null ? '' : `<${name}>${escapeXml(text)}</${name}>`;
}
