import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text';

const anyText = fc.string({ unit: 'binary', maxLength: 20 });

describe('foldText', () => {
  it.each([
    ['case', 'Police OFFICER', 'police officer'],
    ['runs of any white space', '  Police\u00a0 \t\nOfficer ', 'police officer'],
    ['sharp s', 'STRASSENDIENST', 'Straßendienst'],
    ['capital sharp s', 'STRAẞE', 'Strasse'],
    ['the final sigma', 'ΟΔΟΣ', 'οδος'],
    ['composed and decomposed accents', 'Zürich', 'Zu\u0308rich'],
    ['full width and ligatures', 'Ｏｆｆｉｃｅ', 'oﬃce'],
    ['invisible characters', 'Sur\u00adgery\u200b\ufeff', 'surgery'],
  ])('ignores %s', (_, a, b) => {
    expect(foldText(a)).toBe(foldText(b));
  });

  it.each([
    ['accents', 'Müller', 'Muller'],
    ['a space in a word', 'night shift', 'nightshift'],
    ['punctuation', 'nurse (icu)', 'nurse icu'],
  ])('keeps %s apart', (_, a, b) => {
    expect(foldText(a)).not.toBe(foldText(b));
  });

  it('folds every character to a form that folds to itself', () => {
    const unstable: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const folded = foldText(`a${String.fromCodePoint(code)}b`);
      if (foldText(folded) !== folded) unstable.push(code.toString(16));
    }
    expect(unstable).toEqual([]);
  });

  it('changes nothing the second time, and leaves no space at the ends or twice in a row', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
        expect(folded).not.toMatch(/^\s|\s$|\s\s/);
      }),
    );
  });

  it('ignores composition and case', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text));
        expect(foldText(text.normalize('NFKC'))).toBe(foldText(text));
        expect(foldText(text.toUpperCase())).toBe(foldText(text));
        expect(foldText(text.toLowerCase())).toBe(foldText(text));
      }),
    );
  });
});
