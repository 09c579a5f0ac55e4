import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { apiTokenPattern, apiTokenPrefix } from '@key2xs/contract';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 8 by which it is listed, and 32 that stay secret: 190 bits. */
const randomChars = 40;
const checkChars = 6;

/** An API token in whole. Store only its hash. */
export function newApiToken(): string {
  const random = Array.from({ length: randomChars }, () => alphabet[randomInt(alphabet.length)]).join('');
  return withChecksum(`${apiTokenPrefix}${random}`);
}

/** Whether a text has the form of an API token and was typed without a mistake. */
export const isApiToken = (text: string): boolean =>
  apiTokenPattern.test(text) && withChecksum(text.slice(0, -checkChars)) === text;

/** Whether a text is meant as an API token. */
export const looksLikeApiToken = (text: string | undefined): boolean => text?.startsWith(apiTokenPrefix) ?? false;

function withChecksum(text: string): string {
  let rest = crc32(text);
  let check = '';
  for (let i = 0; i < checkChars; i++) {
    check = `${alphabet[rest % alphabet.length]}${check}`;
    rest = Math.floor(rest / alphabet.length);
  }
  return text + check;
}
