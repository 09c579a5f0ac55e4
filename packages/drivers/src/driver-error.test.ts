import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asSentence, DriverError } from './driver-error';

const twice = (record: string) => say('circumstance.recordTwice', { record });

function wordsOf(said: string): string {
  const sentence = asSentence(said);
  return sentence ? renderSentence(sentence) : '';
}

describe('asSentence', () => {
  it.each([
    ['  There is\r\n no person\tP-9 ', 'There is no person P-9.'],
    ['Why?', 'Why?'],
    ['', ''],
    ['No\0person\u0007\u009b P-9', 'No person P-9.'],
    ['\0', ''],
    ['No \ud83d person \udd11', 'No \ufffd person \ufffd.'],
    ['No 🔑', 'No 🔑.'],
  ])('takes %j for %j', (said, sentence) => {
    expect(wordsOf(said)).toBe(sentence);
  });

  it('cuts between characters', () => {
    expect(wordsOf(`a${'🔑'.repeat(400)}`)).toBe(`a${'🔑'.repeat(299)}.`);
  });

  it('contains only storable characters, whatever the message', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'binary-ascii' }), (a, b) => {
        const half = a.slice(0, -1);
        const text = wordsOf(half + b);
        expect(Buffer.from(text).toString()).toBe(text);
        expect(text).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

describe('a DriverError', () => {
  it('shows nothing that could not be stored, also of a record that it names', () => {
    const error = new DriverError('bad_answer', { detail: twice('A\0\ud83d') });
    expect(error.detail).toEqual(twice('A \ufffd'));
    expect(error.message).toContain('The record A \ufffd came twice. Check ');
  });

  it('shows nothing that could not be stored in a list either', () => {
    const { detail } = new DriverError('bad_answer', {
      detail: say('several', { sentences: [twice('A\0'), say('finding.leadsTo', { host: 'a', addresses: ['b\0c'] })] }),
    });
    expect(detail && renderSentence(detail)).toBe(
      'The record A came twice. a leads to b c, which this server may call.',
    );
  });

  it('limits the length of its sentence', () => {
    const { detail } = new DriverError('bad_answer', { detail: twice('A'.repeat(5_000)) });
    expect(detail).toEqual(twice(`${'A'.repeat(1_000)}…`));
  });
});
