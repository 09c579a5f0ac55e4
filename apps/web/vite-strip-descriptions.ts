import type { Plugin } from 'vite';

const text = String.raw`(?:'[^'\n]*'|"[^"\n]*"|\`[^\`]*\`)`;
const description = new RegExp(String.raw`\.describe\(\s*${text}(?:\s*\+\s*${text})*,?\s*\)`, 'g');
/** Fields of an endpoint, each on its own lines. */
const unread = [
  /^ *summary:\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`$]*`),$/gm,
  /^ *audit: '[^'\n]*',$/gm,
  /^ *errors: \[[\w\s',]*\],$/gm,
  /(?<=method: 'GET',(?:(?!method:)[\s\S])*)^ *audit: \{ none: 'read-only' \},$/gm,
];
/** What a name of a table means; number and name of a refusal. */
const meanings = [/(?<=\{ )is: '[^'\n]*'(?:, | (?=\}))/g, /(?<=\{ )status: \d+, title: '[^'\n]*'(?= \})/g];

/**
 * Leaves out what the contract says to readers of its documentation and to the server alone: no browser reads it, and
 * every screen would load it.
 */
export const stripDescriptions = (): Plugin => ({
  name: 'strip-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => {
    if (!/\/packages\/contract\/src\/.*\.ts$/.test(id)) return undefined;
    const parts = [description, ...unread, ...meanings];
    return { code: parts.reduce((left, part) => left.replace(part, ''), code), map: null };
  },
});
