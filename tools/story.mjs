import { launch } from './lib/launch.mjs';

await launch('e2e/story/main.ts', { needs: ['server'] });
