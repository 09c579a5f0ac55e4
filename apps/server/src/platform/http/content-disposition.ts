const maxLength = 150;
const fallback = 'download';

/**
 * The header of a file to be saved (RFC 6266). Names come from outside: characters that a file system refuses become
 * `_`. Where ASCII is not enough, `filename*` has the name and `filename` is for clients that do not know it.
 */
export function attachment(fileName: string): string {
  const name = shorten(clean(fileName)) || fallback;
  const ascii = toAscii(name) || fallback;
  const header = `attachment; filename="${ascii}"`;
  return ascii === name ? header : `${header}; filename*=UTF-8''${encode(name)}`;
}

const clean = (text: string) =>
  text
    .replace(/\p{C}/gu, '') // control and formatting characters, halves of surrogate pairs
    .replace(/["*/:<>?\\|]+/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');

const toAscii = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._ -]+/g, '_');

function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= maxLength) return name;
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, maxLength - ending.length).join('') + ending;
}

const encode = (name: string) =>
  encodeURIComponent(name).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
