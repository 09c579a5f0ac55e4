import { existsSync } from 'node:fs';
import { readSettings } from '../launcher/settings-file.mjs';
import { StepFailed } from './run.mjs';

/**
 * Adds the settings of the file that KEY2XS_ENV_FILE names to our environment; what that sets by itself wins.
 * @throws StepFailed where the file is missing or wrong
 */
export function takeSettings(env = process.env) {
  const file = env.KEY2XS_ENV_FILE;
  if (!file) return;
  if (!existsSync(file)) throw new StepFailed(`KEY2XS_ENV_FILE: ${file} is missing`);
  try {
    for (const [name, value] of Object.entries(readSettings(file))) env[name] ??= value;
  } catch (error) {
    throw new StepFailed(`KEY2XS_ENV_FILE: ${error.message}`);
  }
}
