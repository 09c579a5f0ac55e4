import { launch } from './lib/launch.mjs';

await launch('apps/server/src/restore-command.ts');
