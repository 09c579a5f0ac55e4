import { describe, expect, it } from 'vitest';
import { foldUsername } from './fold-username';

const decomposed = (name: string) => name.normalize('NFD');

describe('foldUsername', () => {
  it.each([
    ['case', 'Ada.Admin', 'ADA.admin', 'ada.admin'],
    ['a Turkish dotted I', 'İlker', 'i\u0307lker', 'İLKER'],
    ['a Turkish dotless i', 'ışık', 'IŞIK', 'işik'],
    ['ß', 'Strauß', 'STRAUSS', 'STRAUẞ'],
    ['a final sigma', 'Σίσυφος', 'ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
    ['the Kelvin sign', '\u212Aarl', 'karl', 'KARL'],
    ['a ligature', 'sto\uFB03', 'stoffi', 'STOFFI'],
    ['wide letters', 'ａｄａ', 'ada', 'ＡＤＡ'],
    ['marks composed or not', 'Änne', decomposed('Änne'), decomposed('ÄNNE')],
    ['invisible characters', 'ada', 'a\u200Dd\u200Ba\uFEFF', '\u2066ada\u2069'],
    ['white space around', 'ada', ' ada\t', 'ada\n'],
  ])('does not mind %s', (_, ...spellings) => {
    expect(new Set(spellings.map(foldUsername)).size).toBe(1);
    expect(foldUsername(spellings[0] ?? '')).not.toBe('');
  });

  it.each([
    ['accents', 'Müller', 'Muller'],
    ['a dot on the i that a Turkish capital carries', 'İlker', 'ilker'],
    ['signs', 'ada.admin', 'ada-admin'],
  ])('keeps names apart that differ in %s', (_, one, other) => {
    expect(foldUsername(one)).not.toBe(foldUsername(other));
  });

  it('answers the same for every character in either case, decomposed, and folded again', () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const letter = String.fromCodePoint(code);
      const folded = foldUsername(letter);
      const others = [letter.toUpperCase(), letter.toLowerCase(), decomposed(letter), folded];
      if (others.some((other) => foldUsername(other) !== folded)) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('answers something that PostgreSQL can store', () => {
    expect(foldUsername('ada\0')).toBe('ada\uFFFD');
  });
});
