import { launch } from './lib/launch.mjs';

await launch('e2e/bench/main.ts', { needs: ['server', 'browser'] });
