import { z } from 'zod';

/**
 * The messages of the vendor's public query service: SOAP 1.1 over HTTPS with client certificates on both sides.
 *
 * Publicly known are the address, the namespace, the four operations with their parameters, and the fields `identity`,
 * `firstName`, `surname`, `deleted`, `type`, `name`, `marking`, `operationalStatus`, `lastRemoteUpdate` and `auditTrails`.
 * OURS and UNVERIFIED are the names of the answers (`…Response`, `person`, `key`), the fields of an entry of `auditTrails`,
 * that `from` is inclusive and `to` exclusive, and the order of events: by import, then by identity.
 *
 *   getPersons                                   → person…      all at once, deleted ones too
 *   getKeysForPerson(personIdentity)             → key…
 *   getKeyDetails(keyIdentity)                   → key          with operationalStatus and lastRemoteUpdate
 *   getAuditTrails(importDateInterval, pagination) → auditTrails/auditTrail…
 *
 * It has no domains (its certificate belongs to one locking system), no cylinders, and no keys without a holder.
 * Unknown elements are ignored: the schema is open for extensions.
 */
export const queryPath = '/CLIQWebManager/ws/query/v2/';
export const queryNamespace = 'http://cliq.shared.assaabloy.com/ws/query/v2/';

/** Events per answer. */
export const eventPageSize = 1_000;

/** Path of the records in the answer of each operation, below its wrapper element. */
export const operations = {
  getPersons: ['person'],
  getKeysForPerson: ['key'],
  getKeyDetails: ['key'],
  getAuditTrails: ['auditTrails', 'auditTrail'],
} as const;
export type Operation = keyof typeof operations;

const Text = z.string().default('');
const Identity = z.string().min(1);
const Flag = z
  .enum(['true', 'false', '1', '0'])
  .default('false')
  .transform((text) => text === 'true' || text === '1');
/** In any time zone, but never without one, which would be ambiguous. */
const Instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/, 'is no time with a zone')
  .refine((text) => !Number.isNaN(Date.parse(text)), 'is no time that exists')
  .transform((text) => new Date(text).toISOString());
/** Treats an empty element as missing. */
const orNull = <T>(schema: z.ZodType<T, string>) =>
  Text.transform((text, context): T | null => {
    if (text === '') return null;
    const result = schema.safeParse(text);
    if (result.success) return result.data;
    context.addIssue(result.error.issues[0]?.message ?? 'is not understood');
    return z.NEVER;
  });
const lowerCase = z.string().transform((text) => text.toLowerCase());

export const QueriedPerson = z.object({ identity: Identity, firstName: Text, surname: Text, deleted: Flag });

export const QueriedKey = z.object({ identity: Identity, type: Text, name: Text, marking: Text, deleted: Flag });

export const QueriedKeyDetails = z.object({ operationalStatus: Text, lastRemoteUpdate: orNull(Instant) });

export const QueriedEvent = z.object({
  identity: Identity,
  eventDate: Instant,
  importDate: Instant,
  source: lowerCase.pipe(z.enum(['key', 'cylinder'])),
  keyIdentity: orNull(Identity),
  cylinderIdentity: orNull(Identity),
  personIdentity: orNull(Identity),
  result: lowerCase.pipe(z.enum(['granted', 'denied'])),
  reason: orNull(z.string()),
});
