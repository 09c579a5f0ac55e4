import { describe, expect, it } from 'vitest';
import { Description, Name, Reason } from './common';
import { fitLine, storableText } from './text';

const needsVisible = 'A name needs at least one visible character.';
const oneLine = 'Remove line breaks, control characters and text-direction marks.';

const messagesOf = (schema: typeof Name, text: unknown) =>
  schema.safeParse(text).error?.issues.map(({ message }) => message) ?? [];

describe('Name', () => {
  it.each([
    [
      'white space and invisible characters at its ends',
      ' \t\u00a0\u200b\ufeffHead office\u200b \u2060\n',
      'Head office',
    ],
    ['invisible characters inside', 'Head\u200b of\u00adfice\u2063', 'Head office'],
    ['marks of direction that no text needs here', '\u200eHead office\u200f', 'Head office'],
    ['letters written as two characters', 'Zu\u0308rich', 'Z\u00fcrich'],
    ['letters that are separated by an invisible character', 'Zu\u200b\u0308rich', 'Z\u00fcrich'],
    ['several spaces of any kind', 'Head \u00a0\u2003office', 'Head office'],
    ['joiners between letters that do not join', 'He\u200dad o\u200cffice', 'Head office'],
    ['variants of letters that have none', 'Head\ufe0f\u200d office', 'Head office'],
    ['hidden letters behind an emoji', '\u{1f511}\u{e0061}\u{e0062}', '\u{1f511}'],
  ])('mends %s', (_what, typed, stored) => {
    expect(Name.parse(typed)).toBe(stored);
    expect(Name.parse(stored)).toBe(stored);
  });

  it.each([
    ['Persian, with its non-joiner', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['Arabic', '\u0627\u0644\u0645\u0628\u0646\u0649 \u0627\u0644\u0631\u0626\u064a\u0633\u064a'],
    ['Hebrew with points', '\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd'.normalize('NFC')],
    ['Hindi, with a joiner', '\u0915\u094d\u200d\u0937'],
    ['Chinese', '\u603b\u90e8'],
    ['a family of joined emoji', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a fire fighter with a tone of skin', '\u{1f469}\u{1f3fd}\u200d\u{1f692}'],
    ['a heart on fire', '\u2764\ufe0f\u200d\u{1f525}'],
    ['marks', "O'Neill & Sons, 3/4 (north) <b>"],
  ])('keeps %s', (_what, name) => {
    expect(Name.parse(name)).toBe(name);
  });

  it.each([
    ['nothing', ''],
    ['spaces', ' \u3000 '],
    ['characters without width', '\u200b\u200d\ufeff'],
    ['fillers', '\u3164\u115f\u2800'],
    ['an accent without a letter', '\u0301'],
  ])('refuses %s', (_what, typed) => {
    expect(messagesOf(Name, typed)).toEqual([needsVisible]);
  });

  it.each([
    ['a line break', 'Head\noffice'],
    ['a line separator', 'Head\u2028office'],
    ['NUL', 'Head\0office'],
    ['an escape', 'Head\u001b[31moffice'],
    ['a control character of the upper half', 'Head\u0085office'],
    ['half a character', 'Head\ud83d'],
    ['the other half', '\udd11Head'],
    ['text turned round', 'Head\u202eeciffo'],
    ['an isolate', '\u2066Head\u2069 office'],
  ])('refuses %s', (_what, typed) => {
    expect(messagesOf(Name, typed)).toEqual([oneLine]);
  });

  it('counts characters as people do, not halves', () => {
    expect(Name.parse('\u{1f511}'.repeat(100))).toHaveLength(200);
    expect(messagesOf(Name, '\u{1f511}'.repeat(101))).toEqual(['At most 100 characters, please.']);
    expect(messagesOf(Name, `x${' '.repeat(1_000_000)}y`)).toEqual(['At most 100 characters, please.']);
  });
});

describe('Description', () => {
  it('keeps lines and spaces', () => {
    expect(Description.parse('One\r\n  two\n\nthree\t3 ')).toBe('One\n  two\n\nthree\t3');
  });

  it('refuses what is no text', () => {
    for (const typed of ['a\0b', 'a\ud800', 'a\u202eb']) {
      expect(messagesOf(Description, typed)).toEqual(['Remove control characters and text-direction marks.']);
    }
    expect(messagesOf(Description, 'x'.repeat(2_001))).toEqual(['At most 2,000 characters, please.']);
  });
});

it('a reason needs something to read', () => {
  expect(messagesOf(Reason, '\u200b\u200b\u200b')).toEqual(['Say why, for the audit log']);
  expect(Reason.parse(' Yes. ')).toBe('Yes.');
});

it('what others have written is kept to the letter', () => {
  const column = storableText(20);
  expect(column.parse('\ufeffNo.\u200b\t')).toBe('\ufeffNo.\u200b\t');
  for (const text of ['a\0', '\ud800', 'x'.repeat(21)]) expect(column.safeParse(text).success).toBe(false);
});

it('a name suggested from what others have written is one', () => {
  const suggested = fitLine(`FIRE\r\nDEPARTMENT\ud800: ${'\u{1f511}'.repeat(100)}`, 100);
  expect(suggested).toBe(`FIRE DEPARTMENT : ${'\u{1f511}'.repeat(82)}`);
  expect(Name.parse(suggested)).toBe(suggested);
});
