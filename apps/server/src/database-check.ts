import { ConfigError, readConfig } from '#config';
import { checkDatabase } from '#platform/database/check-database';
import { trustAuthorities } from '#platform/network/trusted-authorities';

/** Prints one line of JSON. Exit code 0: usable, 1: not. */
async function main(): Promise<number> {
  try {
    const { databaseUrl, authorities } = readConfig(process.env);
    trustAuthorities(authorities);
    if (!databaseUrl) throw new ConfigError(['DATABASE_URL is not set']);
    process.stdout.write(`${JSON.stringify(await checkDatabase(databaseUrl))}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return 1;
  }
}

process.exitCode = await main();
