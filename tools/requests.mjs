import { launch } from './lib/launch.mjs';

await launch('apps/server/src/requests-command.ts');
