import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { preloadFirstScreen } from './vite-preload-first-screen';
import { stripDescriptions } from './vite-strip-descriptions';
import { stripJsonSchema } from './vite-strip-json-schema';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), stripDescriptions(), stripJsonSchema(), preloadFirstScreen()],
  // Files name each other by their places, so that only pages have to know the path that the product is served below.
  experimental: {
    renderBuiltUrl: (filename, { hostType }) => (hostType === 'html' ? `/${filename}` : { relative: true }),
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    target: 'es2022',
    // Fonts and pictures stay files: the content security policy allows nothing inline but styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The contract is declarative, so unused parts can be tree-shaken.
      treeshake: { moduleSideEffects: (id) => !/\/packages\/(contract|domain)\//.test(id) },
      // One file compresses better and loads faster than ten. The sign-in page needs the first, every other screen both.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false, // else what fields share with others would bring them everywhere
          groups: [
            { name: 'base', tags: ['$initial'], test: /\/node_modules\//, priority: 2 },
            {
              name: 'fields',
              test: /\/@mantine\/core\/esm\/components\/(CloseButton|Input|InputBase|TextInput)\//,
              priority: 1,
            },
            // Leaves of the contract, which every screen uses some of.
            { name: 'contract', test: /\/packages\/contract\/src\/(api|fields)\//, priority: 1 },
            // Few screens page without end.
            {
              name: 'application',
              test: /\/node_modules\/(@tanstack\/(?!.*[iI]nfiniteQuery(Observer|\.))|zod\/)/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
