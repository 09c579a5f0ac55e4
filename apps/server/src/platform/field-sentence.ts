import { type Part, type Sentence, say } from '@key2xs/texts';
import { field } from '@key2xs/texts/en/sentences-of-fields';

const valueIn = /\\\{\\\{(\w+)(, number)?\\\}\\\}/g;
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const patternOf = (text: string) =>
  new RegExp(
    `^${escaped(text).replace(valueIn, (_, name, isNumber) => `(?<${name}>${isNumber ? '[\\d,]+' : '.*'})`)}$`,
    's',
  );

const known = Object.entries(field).map(([name, text]) => ({ code: `field.${name}`, pattern: patternOf(text) }));

/** What a schema of the contract says of a field, told in all languages; the words as they are when they are not ours. */
export function fieldSentence(message: string): Sentence {
  for (const { code, pattern } of known) {
    const match = pattern.exec(message);
    if (match) return { code, params: valuesOf(match.groups ?? {}) };
  }
  return say('asWritten', { text: message });
}

function valuesOf(groups: Record<string, string>): Record<string, Part> {
  const values = Object.entries(groups);
  return Object.fromEntries(
    values.map(([name, text]) => [name, /^[\d,]+$/.test(text) ? Number(text.replaceAll(',', '')) : text]),
  );
}
