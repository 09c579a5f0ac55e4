import { access, constants, statfs } from 'node:fs/promises';
import type { Config } from '#config';
import { listBackups } from '../backup/back-up-daily';
import { findSecretKey } from '../secrets/secret-key';
import { codeOf, type Finding, ok, warning, wrong } from './finding';

const mebibyte = 1_048_576;
const wantedMiB = 1_024;
const neededMiB = 200;
const staleHours = 48;

/** Data folder, disk, secret key and backups. */
export async function examineMachine(config: Config, now: Date): Promise<Finding[]> {
  return [await dataFolder(config), await disk(config), await secretKey(config), await backups(config, now)];
}

async function dataFolder({ dataDir }: Config): Promise<Finding> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK);
    return ok('data folder', `${dataDir} can be written`);
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT';
    return isMissing
      ? warning('data folder', `${dataDir} does not exist yet`, 'The first start makes it; or set KEY2XS_DATA_DIR.')
      : wrong(
          'data folder',
          `${dataDir} cannot be written`,
          'Give it to the user that runs Key2XS, or set KEY2XS_DATA_DIR.',
        );
  }
}

async function disk({ dataDir }: Config): Promise<Finding> {
  const found = await statfs(dataDir).catch(() => undefined);
  if (!found) return ok('disk', 'not looked at: there is no data folder yet');
  const free = Math.floor((found.bavail * found.bsize) / mebibyte);
  const text = `${free.toLocaleString('en')} MiB are free`;
  if (free < neededMiB) return wrong('disk', text, `Make room: with less than ${neededMiB} MiB the product stops.`);
  if (free < wantedMiB) return warning('disk', text, 'Make room soon: imports and backups need some.');
  return ok('disk', text);
}

async function secretKey(config: Config): Promise<Finding> {
  try {
    const key = await findSecretKey(config);
    if (key) return ok('secret key', config.secretKey ? 'from KEY2XS_SECRET_KEY' : 'secret.key in the data folder');
    return warning(
      'secret key',
      'there is none yet',
      'The first start makes one. Keep a backup of it apart from the database.',
    );
  } catch (error) {
    return wrong(
      'secret key',
      error instanceof Error ? error.message : String(error),
      'The product does not start before.',
    );
  }
}

async function backups({ backup }: Config, now: Date): Promise<Finding> {
  if (!backup) {
    return warning(
      'backups',
      'no folder is configured',
      'Set KEY2XS_BACKUP_DIR and KEY2XS_BACKUP_RECIPIENT, see README.',
    );
  }
  try {
    const [newest] = await listBackups(backup.directory, now);
    if (!newest)
      return warning('backups', `${backup.directory} has none yet`, 'The server writes one within ten minutes.');
    const hours = Math.round((now.getTime() - newest.at.getTime()) / 3_600_000);
    const text = `the newest is ${hours} hours old`;
    if (hours <= staleHours) return ok('backups', text);
    return wrong('backups', text, "See the log of the server for 'write-backup', and the room in the folder.");
  } catch (error) {
    return wrong(
      'backups',
      `${backup.directory}: ${codeOf(error)}`,
      'Mount the folder, or give it to the user that runs Key2XS.',
    );
  }
}
