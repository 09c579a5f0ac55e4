import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { AuthorityPem } from '../fields/authority-pem';
import { ById, Done, Instant, Name, Version } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { oneOf } from '../fields/one-of';

export const maxLogDestinations = 10;
/** Of syslog over TLS, RFC 5425. */
export const syslogPort = 6514;

export const logFormats = {
  ocsf: { is: 'JSON by the Open Cybersecurity Schema Framework' },
  cef: { is: 'the Common Event Format' },
} as const;
export const LogFormat = oneOf(logFormats);
export type LogFormat = z.infer<typeof LogFormat>;

/** Why events were not forwarded. */
export const logForwardingErrors = {
  not_found: { is: 'the name of the receiver has no address' },
  address_refused: { is: 'its address may not be called' },
  timeout: { is: 'it did not answer in time' },
  untrusted: { is: 'its certificate is signed by an authority that is not trusted' },
  expired: { is: 'its certificate has ended, or is not valid yet' },
  other_name: { is: 'its certificate is for another name' },
  tls: { is: 'no secure connection came about' },
  connection: { is: 'no connection came about' },
  closed: { is: 'the connection broke before everything was taken' },
  unconfirmed: { is: 'the receiver did not close the connection in answer, so it may not have taken everything' },
  file: { is: 'the file cannot be written' },
} as const;
export const LogForwardingError = oneOf(logForwardingErrors);
export type LogForwardingError = z.infer<typeof LogForwardingError>;

const hostPattern = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?|[0-9a-f]*:[0-9a-f:.]+)$/iu;
const filePattern = /^[a-z0-9](?:[a-z0-9_-]{0,58}[a-z0-9])?$/;

/** Syslog by RFC 5424 over TLS. */
const SyslogTarget = z.strictObject({
  kind: z.literal('syslog'),
  host: z
    .string()
    .trim()
    .max(253)
    .regex(hostPattern, { error: fieldError({ hostName: 'A name or an address, without protocol and port.' }) })
    .toLowerCase(),
  port: z.int().min(1).max(65_535).default(syslogPort),
  authority_pem: AuthorityPem.nullable()
    .default(null)
    .describe('Certificates trusted besides the public authorities, as PEM.'),
});

/** Lines in a file of the server. */
const FileTarget = z.strictObject({
  kind: z.literal('file'),
  file: z
    .string()
    .trim()
    .regex(filePattern, { error: fieldError({ fileName: 'Up to 60 small letters, digits, hyphens and underscores.' }) })
    .describe('In the folder log-forwarding of the data folder; .ndjson or .cef is added.'),
  max_megabytes: z.int().min(1).max(1_000).default(50).describe('Then a new file is begun.'),
  keep: z.int().min(1).max(100).default(10).describe('Former files that are kept.'),
});

export const LogTarget = z.discriminatedUnion('kind', [SyslogTarget, FileTarget]);
export type LogTarget = z.infer<typeof LogTarget>;

export const LogDestination = z.object({
  id: z.uuid(),
  name: z.string(),
  format: LogFormat,
  target: LogTarget,
  is_enabled: z.boolean(),
  sent_position: z.int().describe('Of the last entry that was sent, in the chain of the log.'),
  last_sent_at: Instant.nullable().describe('When entries were last sent.'),
  waiting: z.int().describe('Entries that are still to be sent.'),
  oldest_waiting_at: Instant.nullable().describe('When the oldest of them happened.'),
  failing_since: Instant.nullable().describe('The first failure since the last success.'),
  last_error: z
    .object({ at: Instant, error: LogForwardingError })
    .nullable()
    .describe('Null: the last attempt succeeded.'),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type LogDestination = z.infer<typeof LogDestination>;

const LogDestinationFields = z.strictObject({
  name: Name,
  format: LogFormat,
  target: LogTarget,
  is_enabled: z.boolean().default(true).describe('Switched off, it waits: what happens meanwhile is sent afterwards.'),
});
export type LogDestinationFields = z.infer<typeof LogDestinationFields>;

const superadmin = { allow: ['superadmin'] } as const;
const root = '/log-destinations';

/** Where the administration log is forwarded to, such as a SIEM. */
export const logDestinations = {
  list: endpoint({
    ...superadmin,
    method: 'GET',
    path: root,
    summary: 'Where the administration log is forwarded to, the oldest first',
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(LogDestination) }),
  }),
  get: endpoint({
    ...superadmin,
    method: 'GET',
    path: `${root}/:id`,
    summary: 'One destination of the administration log',
    audit: { none: 'read-only' },
    params: ById,
    response: LogDestination,
    errors: ['not_found'],
  }),
  create: endpoint({
    ...superadmin,
    method: 'POST',
    path: root,
    summary: 'Forward the administration log to a destination',
    audit: 'log_destination.created',
    changes: ['log-destinations'],
    status: 201,
    stepUp: true,
    body: LogDestinationFields.extend({
      from: z.enum(['now', 'start']).default('now').describe('start: with all entries that there are already.'),
    }),
    response: LogDestination,
    errors: ['conflict'],
  }),
  update: endpoint({
    ...superadmin,
    method: 'PUT',
    path: `${root}/:id`,
    summary: 'Change a destination; it goes on after the last entry sent',
    audit: 'log_destination.updated',
    changes: ['log-destinations'],
    stepUp: true,
    params: ById,
    body: LogDestinationFields.required(),
    response: LogDestination,
    errors: ['not_found', 'version_conflict', 'conflict'],
  }),
  remove: endpoint({
    ...superadmin,
    method: 'DELETE',
    path: `${root}/:id`,
    summary: 'Forward nothing to a destination any more',
    audit: 'log_destination.deleted',
    changes: ['log-destinations'],
    stepUp: true,
    params: ById,
    response: Done,
    errors: ['not_found', 'version_conflict'],
  }),
  sendTest: endpoint({
    ...superadmin,
    method: 'POST',
    path: `${root}/:id/test`,
    summary: 'Send a test event at once, and answer how it went',
    audit: 'log_destination.tested',
    changes: ['log-destinations'],
    params: ById,
    response: z.object({ error: LogForwardingError.nullable().describe('Null: it was taken.'), duration_ms: z.int() }),
    errors: ['not_found', 'installation_paused'],
  }),
};
