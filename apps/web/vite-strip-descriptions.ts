import type { Plugin } from 'vite';

const text = String.raw`(?:'[^'\n]*'|"[^"\n]*"|\`[^\`]*\`)`;
const description = new RegExp(String.raw`\.describe\(\s*${text}(?:\s*\+\s*${text})*,?\s*\)`, 'g');
/** Fields of an endpoint, each on its own lines. */
const unread = [
  /^ *summary:\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`$]*`),$/gm,
  /^ *audit: '[^'\n]*',$/gm,
  /^ *errors: \[[\w\s',]*\],$/gm,
];
/** What a name of a table means, and how a refusal is called: the server alone says it. */
const meanings = /(?<=\{ (?:is|status: \d+, title): )'[^'\n]*'/g;

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
    const read = [description, ...unread].reduce((left, part) => left.replace(part, ''), code);
    return { code: read.replace(meanings, "''"), map: null };
  },
});
