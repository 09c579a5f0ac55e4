import { type Sentence, say } from '@key2xs/texts';
import { foldUsername } from '#platform/sign-in/fold-username';
import { commonPasswords, isMadeOfCommon } from './common-passwords';

/** A part up to this long, repeated, is as easy to guess as the part itself. */
const maxRepeatedPart = 4;

/**
 * Why a new password is too easy to guess; undefined when it is not. The contract checks its length. No rules about
 * kinds of characters: they make passwords worse.
 */
export async function passwordWeakness(password: string, username: string): Promise<Sentence | undefined> {
  const text = foldUsername(password);
  if (text.includes(foldUsername(username))) return say('signIn.passwordHasName');
  if (text.includes('key2xs')) return say('signIn.passwordHasProduct');
  const part = repeatedPart(text);
  if (part.length <= maxRepeatedPart) return say('signIn.passwordRepeats');
  if (isSequence(text)) return say('signIn.passwordIsRow');
  if (isMadeOfCommon(part, await commonPasswords())) return say('signIn.passwordIsCommon');
  return undefined;
}

/** The shortest part that makes the text when it is repeated, the last time cut where the text ends. */
function repeatedPart(text: string): string {
  for (let length = 1; length < text.length; length++) {
    if (text.startsWith(text.slice(length))) return text.slice(0, length);
  }
  return text;
}

/** `abcdefghijklmnop`, `123456789012345`, and backwards. */
function isSequence(text: string): boolean {
  const rows = ['abcdefghijklmnopqrstuvwxyz', '1234567890', 'qwertyuiopasdfghjklzxcvbnm'];
  const long = rows.map((row) => row.repeat(Math.ceil(text.length / row.length) + 1));
  return long.some((row) => row.includes(text) || [...row].reverse().join('').includes(text));
}
