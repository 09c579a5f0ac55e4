import { launch } from './lib/launch.mjs';

await launch('e2e/demo/main.ts', { needs: ['server'] });
