/** Folded. Few known ones are as long as we ask for: what makes most new passwords guessable is a short one made longer. */
export type CommonPasswords = ReadonlySet<string>;

const maxParts = 2;
const maxSigns = 8;
const partLengths = Array.from({ length: 20 }, (_, at) => at + 3);

let reading: Promise<CommonPasswords> | undefined;

/** About 49,000, most common first in their file. Read at the first new password: most starts of the server never need them. */
export function commonPasswords(): Promise<CommonPasswords> {
  reading ??= import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } }).then(
    (file) => new Set(file.default),
  );
  return reading;
}

/**
 * Whether a password is up to two common ones and up to eight further digits and signs: `Password12345678`,
 * `iloveyou-dragon!`. Letters that stand as digits, as in `p4ssw0rd`, hide nothing.
 */
export function isMadeOfCommon(text: string, common: CommonPasswords): boolean {
  const isCommon = (part: string) => common.has(part) || common.has(asLetters(part));
  const isCovered = (rest: string, parts: number, signs: number): boolean => {
    if (rest === '') return true;
    if (signs > 0 && !startsWithLetter(rest) && isCovered(rest.slice(1), parts, signs - 1)) return true;
    if (parts === 0) return false;
    return partLengths.some(
      (length) =>
        length <= rest.length && isCommon(rest.slice(0, length)) && isCovered(rest.slice(length), parts - 1, signs),
    );
  };
  return isCovered(text, maxParts, maxSigns);
}

const startsWithLetter = (text: string) => /^\p{L}/u.test(text);

const letters: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
};

const asLetters = (part: string) => part.replaceAll(/[@431!05$7]/g, (sign) => letters[sign] ?? sign);
