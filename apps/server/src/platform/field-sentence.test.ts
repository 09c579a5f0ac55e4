import { allEndpoints } from '@key2xs/contract';
import { told } from '@key2xs/texts/teller';
import { describe, expect, it } from 'vitest';
import { fieldSentence } from './field-sentence';

/** Everything a schema and what it is made of would say of its own. */
function* ownWords(part: unknown, seen = new Set<unknown>()): Generator<string> {
  if (typeof part !== 'object' || part === null || seen.has(part)) return;
  seen.add(part);
  const { _zod, ...rest } = part as { _zod?: { def: Record<string, unknown> } }; // zod's own door to what a schema is
  const { error, ...members } = _zod?.def ?? (rest as Record<string, unknown>);
  const words = typeof error === 'function' ? error({}) : undefined;
  if (typeof words === 'string' && words !== '') yield words;
  for (const member of Object.values(members)) yield* ownWords(member, seen);
}

const endpoints = Object.values(allEndpoints).flatMap((group) => Object.values(group));

describe('fieldSentence', () => {
  it('knows all that the contract says of fields', () => {
    const said = new Set(endpoints.flatMap(({ body, query }) => [...ownWords(body), ...ownWords(query)]));
    expect(said.size).toBeGreaterThan(15);
    expect([...said].filter((message) => fieldSentence(message).code === 'asWritten')).toEqual([]);
  });

  it('says the same in English, to the letter, and another language with its numbers', () => {
    const message = 'At most 2,000 characters, please.';
    expect(told(fieldSentence(message))).toBe(message);
    expect(told(fieldSentence(message), 'de')).toBe('Bitte höchstens 2.000 Zeichen.');
  });

  it('leaves words as they are that are not ours', () => {
    expect(told(fieldSentence('Invalid input: {{names}}'), 'de')).toBe('Invalid input: {{names}}');
  });
});
