import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { openTo, roles } from '../../api/roles';
import { ById, Done, Instant, requiredFor } from '../../fields/common';
import { isUploadedFile, type UploadedFile } from '../../fields/uploaded-file';

/** Worded as in the specification. */
export const sourceCertificateRules = {
  maxBytes: 20_480,
  tooLarge: 'Certificate file must be smaller than 20KB',
  wrongKind: 'Only .pfx and .p12 files are supported',
} as const;
/** Larger than allowed, so that a file that is too large gets the specification's message. */
const receivedBytes = 1_048_576;

export const SourceCertificateInfo = z.object({
  subject: z.string(),
  issuer: z.string(),
  serial: z.string(),
  not_before: Instant,
  not_after: Instant,
  fingerprint_sha1: z.string().describe('What the portal of Entra ID shows as the thumbprint.'),
  fingerprint_sha256: z.string(),
  key_kind: z.string(),
});
export type SourceCertificateInfo = z.infer<typeof SourceCertificateInfo>;

export const SourceDiagnosisStep = z.object({
  name: z.enum(['address', 'credential', 'permissions', 'organisation', 'person', 'count', 'webhook']),
  state: z.enum(['passed', 'warning', 'failed', 'skipped']).describe('After a failure the rest is skipped.'),
  message: z.string().describe('What was found, or what is wrong and what to do.'),
  duration_ms: z.int(),
});
export type SourceDiagnosisStep = z.infer<typeof SourceDiagnosisStep>;

export const SourceDiagnosis = z.object({
  at: Instant,
  is_passed: z.boolean(),
  message: z.string().describe('The outcome in a sentence.'),
  steps: z.array(SourceDiagnosisStep),
});
export type SourceDiagnosis = z.infer<typeof SourceDiagnosis>;

export const SourceCredential = z.object({
  id: z.uuid(),
  kind: z.enum(['secret', 'certificate']),
  state: z
    .enum(['active', 'next', 'retired'])
    .describe('active: the source is called with it. next: to be tested and activated. retired: was active before.'),
  certificate: SourceCertificateInfo.nullable(),
  expires_at: Instant.nullable().describe('Null: unknown.'),
  days_left: z.int().nullable().describe('Whole days; below 0 once it has ended.'),
  warnings: z.array(z.string()),
  last_test: SourceDiagnosis.nullable(),
  added_by: z.string().nullable(),
  created_at: Instant,
});
export type SourceCredential = z.infer<typeof SourceCredential>;

export const CredentialWarning = z.object({
  connection_id: z.uuid(),
  connection_name: z.string(),
  credential_id: z.uuid(),
  kind: z.enum(['secret', 'certificate']),
  expires_at: Instant,
  days_left: z.int().describe('Whole days until it ends; below 0 once it has.'),
  threshold: z.int().describe('The smallest of 60, 30, 14, 7, 1 that is reached; 0 once it has ended.'),
  has_successor: z.boolean().describe('A next one is stored that is valid longer, or of which no end is known.'),
  seen: z.boolean().describe('By the caller, at this threshold.'),
});
export type CredentialWarning = z.infer<typeof CredentialWarning>;

const uploading = 'uploading a certificate';
const List = z.object({ items: z.array(SourceCredential) });
const ByCredential = z.object({ id: z.uuid(), credential_id: z.uuid() });
const access = openTo('manage_sources');
const ofConnection = '/iam/connections/:id/credentials';

/** The credentials of an identity source. Secrets and keys are stored sealed, and never returned. */
export const sourceCredentials = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: ofConnection,
    summary: 'Secrets and certificates of an identity source, the active one first',
    audit: { none: 'read-only' },
    params: ById,
    response: List,
    errors: ['not_found'],
  }),
  addCertificate: endpoint({
    ...access,
    method: 'POST',
    path: '/iam/connections/:id/certificate',
    summary: 'Store a certificate with its private key; beside an active credential it has to be activated',
    stepUp: true,
    audit: 'source_credential.added',
    changes: ['source-health'],
    status: 201,
    encoding: { multipart: 'certificate_file', maxBytes: receivedBytes, tooLarge: sourceCertificateRules.tooLarge },
    params: ById,
    body: z.strictObject({
      certificate_file: z.custom<UploadedFile>(isUploadedFile, { error: requiredFor('certificate_file', uploading) }),
      certificate_password: z
        .string({ error: requiredFor('certificate_password', uploading) })
        .max(1_000)
        .describe('Never kept.'),
    }),
    response: SourceCredential,
    errors: ['not_found', 'conflict', 'payload_too_large'],
  }),
  addSecret: endpoint({
    ...access,
    method: 'POST',
    path: '/iam/connections/:id/secret',
    summary: 'Store a client secret; beside an active credential it has to be activated',
    stepUp: true,
    audit: 'source_credential.added',
    changes: ['source-health'],
    status: 201,
    isSecret: true,
    params: ById,
    body: z.strictObject({
      secret: z.string().trim().min(8).max(500),
      expires_at: Instant.nullable()
        .default(null)
        .describe('As the source shows it, so that there is a warning in time.'),
    }),
    response: SourceCredential,
    errors: ['not_found', 'conflict'],
  }),
  test: endpoint({
    ...access,
    method: 'POST',
    path: `${ofConnection}/:credential_id/test`,
    summary: 'Go through the connection with this credential; runs go on with the active one',
    audit: 'source_credential.tested',
    changes: ['source-health'],
    params: ByCredential,
    response: SourceDiagnosis,
    errors: ['not_found'],
  }),
  activate: endpoint({
    ...access,
    method: 'POST',
    path: `${ofConnection}/:credential_id/activate`,
    summary: 'Use this credential from now on; the former one is kept until it is removed',
    stepUp: true,
    audit: 'source_credential.activated',
    changes: ['source-health'],
    params: ByCredential,
    response: List,
    errors: ['not_found', 'conflict'],
  }),
  remove: endpoint({
    ...access,
    method: 'DELETE',
    path: `${ofConnection}/:credential_id`,
    summary: 'Delete a credential that is not active',
    stepUp: true,
    audit: 'source_credential.removed',
    changes: ['source-health'],
    params: ByCredential,
    response: List,
    errors: ['not_found', 'conflict'],
  }),
  warnings: endpoint({
    method: 'GET',
    path: '/source-credential-warnings',
    summary: 'Credentials that identity sources are called with and that end within 60 days, the most urgent first',
    allow: roles,
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(CredentialWarning) }),
  }),
  markWarningsSeen: endpoint({
    method: 'POST',
    path: '/source-credential-warnings/seen',
    summary: 'Mark every present warning as seen by the caller, until it becomes more urgent',
    allow: roles,
    audit: { none: 'own-view-state' },
    changes: ['source-credential-warnings'],
    response: Done,
  }),
  diagnose: endpoint({
    ...access,
    method: 'POST',
    path: '/iam/connections/:id/diagnose',
    summary: 'Go through the connection step by step, and say what is wrong and what to do',
    audit: 'iam_connection.tested',
    changes: ['source-health'],
    params: ById,
    response: SourceDiagnosis,
    errors: ['not_found'],
  }),
};
