import { type Sentence, say } from '@key2xs/texts';

/**
 * Why the database cannot work at the moment, whatever the statement. `busy` is the exception: this statement hit a
 * lock or took too long, so the statement itself may be the cause.
 */
type TroubleKind = 'away' | 'crowded' | 'read_only' | 'disk_full' | 'busy';

export type DatabaseTrouble = {
  kind: TroubleKind;
  /** For administrators: what happened, what to do. */
  sentence: Sentence;
  /** Seconds until a retry makes sense. */
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

/** Socket errors on the way to the database. Key systems' never get here: drivers wrap them in DriverErrors. */
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

/** Messages of `pg` and its pool about connections; these errors have no code. */
const connectionLost =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable|There was an error establishing an SSL connection)/;

/**
 * The only place that decides whether an error is about the database rather than the statement.
 * @returns undefined for everything else
 */
export function databaseTrouble(error: unknown): DatabaseTrouble | undefined {
  const kind = error instanceof Error ? kindOf(error) : undefined;
  return kind && { kind, ...troubles[kind] };
}

/** Whether the whole database is unavailable, so that the same statement works after a wait. */
export function isOutage(error: unknown): boolean {
  const trouble = databaseTrouble(error);
  return trouble !== undefined && trouble.kind !== 'busy';
}

export const isDiskFull = (error: unknown): boolean => databaseTrouble(error)?.kind === 'disk_full';

function kindOf(error: Error): TroubleKind | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ENOSPC' || /no space left on device/i.test(error.message)) return 'disk_full';
  if (socketCodes.has(code) || (code === '' && connectionLost.test(error.message))) return 'away';
  return /^[0-9A-Z]{5}$/.test(code) ? (bySqlState[code] ?? bySqlState[code.slice(0, 2)]) : undefined;
}
