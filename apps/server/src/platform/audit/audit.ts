import { createHash, randomBytes } from 'node:crypto';
import type { AuditAction } from '@key2xs/contract';
import { uuidv7 } from 'uuidv7';
import { storable } from '../database/storable-json';
import type { Caller, Tx } from '../deps';
import { markCarriedOut } from '../http/idempotency';

type About = {
  /** Of the record that the action's noun names. */
  id?: string;
  /** The administrator concerned, when the noun names no record of its own. */
  admin_id?: string | undefined;
  details?: Record<string, unknown>;
};

/**
 * Writes one audit event in the transaction of the change, as one insert signed by the caller; it is sealed after the
 * commit. Never pass secrets in `details`.
 */
export const recordEvent = (tx: Tx, caller: Caller, action: AuditAction, about: About = {}): Promise<void> =>
  recordEvents(tx, caller, action, [about]);

/** More would be too many parameters of one statement. */
const eventsAnInsert = 1_000;

/** The same for many records, with an event for each. */
export async function recordEvents(
  tx: Tx,
  caller: Caller,
  action: AuditAction,
  records: readonly About[],
): Promise<void> {
  for (let at = 0; at < records.length; at += eventsAnInsert) {
    const events = records.slice(at, at + eventsAnInsert).map((about) => eventOf(caller, action, about));
    await tx.insertInto('audit_event').values(events).execute();
  }
  if (caller.claim) await markCarriedOut(tx, caller.claim);
}

/**
 * In place of the name of a person without an account: names of actors are in the chain for ever, and a person may be erased. The name is
 * in the details, as `by`.
 */
const byLinkName = 'a person without an account';

/** The name of a caller without a session. */
export const anonymousName = 'anonymous';

function targetOf(action: AuditAction, { id, admin_id }: About) {
  if (admin_id !== undefined) return { target_type: 'admin', target_id: admin_id };
  return { target_type: action.slice(0, action.indexOf('.')), target_id: id === undefined ? null : storable(id) };
}

function eventOf(caller: Caller, action: AuditAction, about: About) {
  const details = detailsOf(caller, about);
  const details_salt = randomBytes(16).toString('base64url');
  const at = new Date(); // the database's clock would cost a second round trip before signing
  const event = {
    id: uuidv7(),
    actor_id: caller.actor?.id ?? null,
    actor_name: storable(caller.is_by_link ? byLinkName : caller.name),
    action,
    ...targetOf(action, about),
    request_id: caller.request_id,
    details_hash: hashDetails(details_salt, details),
  };
  const mac = caller.sign({ ...event, at_text: at.toISOString().replace('Z', '000Z') }); // as PostgreSQL stores it
  return { ...event, at, details, details_salt, mac };
}

/** A token or a command is named, because the actor is the administrator in whose name it worked; and a person without an account is told from the parts of the product. */
function detailsOf({ actor, is_by_link, name: by }: Caller, { details }: About): string | null {
  if (is_by_link) return canonicalJson({ ...details, is_by_link, by });
  if (actor?.proof.kind === 'command') return canonicalJson({ ...details, by_command: actor.proof.name });
  if (actor?.proof.kind !== 'token') return details ? canonicalJson(details) : null;
  const { id, name } = actor.proof;
  return canonicalJson({ ...details, api_token: { id, name } });
}

/** The chain covers this instead of the details; the salt keeps short details from being guessed. */
export const hashDetails = (salt: string, details: string | null): string =>
  createHash('sha256')
    .update(`${salt}\n${details ?? 'null'}`)
    .digest('hex');

/**
 * The same text before and after a round trip through jsonb: members sorted by name, numbers as JavaScript writes them.
 * Characters that PostgreSQL cannot store in JSON become U+FFFD.
 */
export const canonicalJson = (value: unknown): string => write(JSON.parse(JSON.stringify(value) ?? 'null'));

function write(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(storable(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${write(name)}:${write(member)}`).join(',')}}`;
}
