import { launch } from './lib/launch.mjs';

await launch('e2e/screens/main.ts', { needs: ['server', 'browser'] });
