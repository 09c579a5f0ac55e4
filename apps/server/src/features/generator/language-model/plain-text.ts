/** Tags, also unfinished ones, Markdown's marks, and addresses that a reader might open. */
const markup = /<[^>]*>?|[`*_#|~\\]+|!?\[|\]\([^)]*\)?|\]|\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.|javascript:|data:)\S*/giu;
/** Control and formatting characters, surrogates, line breaks. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\s]+/gu;

/** One line of plain text from a text that may hold anything. */
export function plainText(text: string, max: number): string {
  const plain = [
    ...text
      .slice(0, max * 20)
      .replace(unseen, ' ')
      .replace(markup, ' ')
      .replace(/[<>]/g, ' '),
  ];
  return plain.join('').normalize('NFC').replace(/ +/g, ' ').trim().slice(0, max).trim();
}
