import { join } from 'node:path';
import * as drivers from '@key2xs/drivers/sandbox';

/** Sends one command to a product's sandbox, as `npm run sandbox` would: `script too_many_requests --only persons`. */
export async function commandSandbox(dataDir: string, command: string): Promise<void> {
  await drivers.sendCommand(join(dataDir, 'sandbox'), command.split(' '));
}
