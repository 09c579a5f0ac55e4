import { launch } from './lib/launch.mjs';

await launch('e2e/chaos/main.ts', { needs: ['server'] });
