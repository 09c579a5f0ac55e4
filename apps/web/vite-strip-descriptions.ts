import type { Plugin } from 'vite';

const description = /\.describe\(\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`$]*`),?\s*\)/g;
/** Fields of an endpoint, each on its own lines. */
const unread = [
  /^ *summary:\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`$]*`),$/gm,
  /^ *audit: '[^'\n]*',$/gm,
  /^ *errors: \[[\w\s',]*\],$/gm,
];

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
    return { code: [description, ...unread].reduce((left, part) => left.replace(part, ''), code), map: null };
  },
});
