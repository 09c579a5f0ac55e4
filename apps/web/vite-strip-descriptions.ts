import type { Plugin } from 'vite';

const description = /\.describe\(\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`$]*`),?\s*\)/g;

/** Leaves out what the contract says to readers of its documentation: no browser reads it, and every screen would load it. */
export const stripDescriptions = (): Plugin => ({
  name: 'strip-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/packages\/contract\/src\/.*\.ts$/.test(id) ? { code: code.replace(description, ''), map: null } : undefined,
});
