import { type Sentence, say } from '@key2xs/texts';
import { foldUsername } from '#platform/sign-in/fold-username';

/** A part up to this long, repeated, is as easy to guess as the part itself. */
const maxRepeatedPart = 4;

/**
 * Why a new password is too easy to guess; undefined when it is not. The contract checks its length. No rules about
 * kinds of characters: they make passwords worse.
 */
export function passwordWeakness(password: string, username: string): Sentence | undefined {
  const text = foldUsername(password);
  if (text.includes(foldUsername(username))) return say('signIn.passwordHasName');
  if (text.includes('key2xs')) return say('signIn.passwordHasProduct');
  if (isRepeated(text)) return say('signIn.passwordRepeats');
  if (isSequence(text)) return say('signIn.passwordIsRow');
  return undefined;
}

function isRepeated(text: string): boolean {
  for (let length = 1; length <= maxRepeatedPart; length++) {
    if (
      text ===
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length)
    )
      return true;
  }
  return false;
}

/** `abcdefghijklmnop`, `123456789012345`, and backwards. */
function isSequence(text: string): boolean {
  const rows = ['abcdefghijklmnopqrstuvwxyz', '1234567890', 'qwertyuiopasdfghjklzxcvbnm'];
  const long = rows.map((row) => row.repeat(Math.ceil(text.length / row.length) + 1));
  return long.some((row) => row.includes(text) || [...row].reverse().join('').includes(text));
}
