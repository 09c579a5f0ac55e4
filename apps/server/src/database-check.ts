import { readConfig } from '#config';
import { planByServer } from '#platform/control/ask-server';
import { checkDatabase } from '#platform/database/check-database';
import { trustAuthorities } from '#platform/network/trusted-authorities';

/** Prints one line of JSON, null where nothing is known of an embedded database. Exit code 0: usable, 1: not. */
async function main(): Promise<number> {
  try {
    const { databaseUrl, dataDir, authorities } = readConfig(process.env);
    trustAuthorities(authorities);
    // The embedded database is open in the server, which may be stopped or of a version that cannot say it.
    const found = databaseUrl ? await checkDatabase(databaseUrl) : ((await planByServer(dataDir)) ?? null);
    process.stdout.write(`${JSON.stringify(found)}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return 1;
  }
}

process.exitCode = await main();
