import { type Sentence, say } from '@key2xs/texts';

/**
 * Why the database as a whole cannot do its work at the moment, whatever it was asked. `busy`: only this one statement
 * met others or took too long, so it may be the statement.
 */
type TroubleKind = 'away' | 'crowded' | 'read_only' | 'disk_full' | 'busy';

export type DatabaseTrouble = {
  kind: TroubleKind;
  /** For administrators: what happened, what to do. */
  sentence: Sentence;
  /** Seconds after which another try makes sense. */
  retryAfter: number;
};

const troubles: Record<TroubleKind, Omit<DatabaseTrouble, 'kind'>> = {
  away: { sentence: say('database.away'), retryAfter: 5 },
  crowded: { sentence: say('database.crowded'), retryAfter: 30 },
  read_only: {
    sentence: say('database.read_only'),
    retryAfter: 30,
  },
  disk_full: {
    sentence: say('database.disk_full'),
    retryAfter: 60,
  },
  busy: { sentence: say('database.busy'), retryAfter: 2 },
};

/** By SQLSTATE, whole or its class of two characters. */
const bySqlState: Record<string, TroubleKind> = {
  '08': 'away', // connection exception
  '57P01': 'away', // shut down by its administrator
  '57P02': 'away', // another connection crashed
  '57P03': 'away', // starting, stopping or recovering
  '57P05': 'away', // the session idled too long
  '58030': 'away', // its disk cannot be read or written
  '53': 'crowded', // out of connections or memory
  '53100': 'disk_full',
  '25006': 'read_only',
  '25P03': 'busy', // the transaction idled too long
  '40001': 'busy',
  '40P01': 'busy',
  '57014': 'busy', // the statement took too long
};

/** Of a socket on its way to the database. Failures of key systems never get here bare: drivers throw DriverErrors. */
const socketCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTCONN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** What `pg` and its pool say about a connection, without a code. */
const connectionLost =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable|There was an error establishing an SSL connection)/;

/**
 * The one place that decides whether an error speaks of the database rather than of what it was asked.
 * @returns undefined for everything else
 */
export function databaseTrouble(error: unknown): DatabaseTrouble | undefined {
  const kind = error instanceof Error ? kindOf(error) : undefined;
  return kind && { kind, ...troubles[kind] };
}

/** Whether the database as a whole is out of order: whoever waits and asks again the same way will be served. */
export function isOutage(error: unknown): boolean {
  const trouble = databaseTrouble(error);
  return trouble !== undefined && trouble.kind !== 'busy';
}

/** Whether the disk of the database has no space left. */
export const isDiskFull = (error: unknown): boolean => databaseTrouble(error)?.kind === 'disk_full';

function kindOf(error: Error): TroubleKind | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ENOSPC' || /no space left on device/i.test(error.message)) return 'disk_full';
  if (socketCodes.has(code) || (code === '' && connectionLost.test(error.message))) return 'away';
  return /^[0-9A-Z]{5}$/.test(code) ? (bySqlState[code] ?? bySqlState[code.slice(0, 2)]) : undefined;
}
