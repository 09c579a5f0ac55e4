import { launch } from './lib/launch.mjs';

await launch('apps/server/src/doctor-command.ts');
