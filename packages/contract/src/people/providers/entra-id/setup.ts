import { z } from 'zod';
import { endpoint } from '../../../api/endpoint';
import { openTo } from '../../../api/roles';
import { Description, Instant } from '../../../fields/common';
import { fieldError } from '../../../fields/field-error';
import { oneOf } from '../../../fields/one-of';
import { storableText } from '../../../fields/text';
import { isUploadedFile, type UploadedFile } from '../../../fields/uploaded-file';
import { SyncInterval } from '../../../runs/sync-interval';
import { AdminContact } from '../../sources/iam';
import { SourceCertificateInfo } from '../../sources/source-credentials';
import { EntraSandboxValues } from './sandbox';

export const entraSetupStates = {
  initiated: { is: 'begun; nothing of the source is known yet' },
  awaiting_consent: { is: 'begun; an administrator of the tenant may consent at consent_url' },
  consent_received: { is: 'consented, or an app registration was entered; the checks begin' },
  verifying: { is: 'the checks run, or wait to be tried again' },
  ready: { is: 'everything was checked; it can be completed' },
  completed: { is: 'the connection exists' },
  denied: { is: 'ended: the consent was declined' },
  failed: { is: 'ended: a check failed' },
  expired: { is: 'ended: it was not continued in time' },
  cancelled: { is: 'ended by the administrator' },
} as const;
export const EntraSetupState = oneOf(entraSetupStates);
export type EntraSetupState = z.infer<typeof EntraSetupState>;

/** In execution order. */
export const entraSetupChecks = ['tenant', 'permissions', 'person', 'organisation', 'count', 'webhook'] as const;
export const EntraSetupCheck = z.object({
  name: z.enum(entraSetupChecks),
  state: z.enum(['pending', 'running', 'passed', 'warning', 'failed', 'skipped']),
  message: z.string().describe('What was found, or what is missing; empty before.'),
});
export type EntraSetupCheck = z.infer<typeof EntraSetupCheck>;

export const entraNextActions = {
  consent_or_enter: { is: 'open consent_url, or enter an app registration' },
  enter: { is: 'enter an app registration' },
  wait: { is: 'nothing: ask again' },
  confirm: { is: 'see that it is the right organisation, and complete' },
  map: { is: 'go on with the connection' },
  start_again: { is: 'begin another one' },
} as const;

/** The rules of the specification; letters of every language. */
export const EntraConnectionName = z
  .string({ error: fieldError({ sourceName: 'Connection name must be between 3 and 100 characters' }) })
  .trim()
  .max(400, { error: fieldError({ sourceName: 'Connection name must be between 3 and 100 characters' }) })
  .overwrite((text) => text.normalize('NFC'))
  .refine((text) => [...text].length >= 3 && [...text].length <= 100, {
    error: fieldError({ sourceName: 'Connection name must be between 3 and 100 characters' }),
    abort: true,
  })
  .refine((text) => /^[\p{L}\p{M}\p{Nd} _-]*$/u.test(text), {
    error: fieldError({
      sourceNameSigns: 'Connection name can only contain letters, numbers, spaces, underscores, and hyphens',
    }),
  });

export const EntraSetup = z.object({
  session: z.uuid(),
  connection_name: z.string(),
  status: EntraSetupState,
  message: z.string().describe('How it stands, and what to do next.'),
  error_code: z.string().nullable().describe('Why it ended, as a code.'),
  next_action: oneOf(entraNextActions),
  expires_at: Instant.describe('Until then it must be continued.'),
  is_sandbox: z.boolean().describe('Microsoft is played by the sandbox.'),
  mode: z.enum(['shared_app', 'own_app']).nullable().describe("shared_app: the product's own application."),
  consent_url: z.string().nullable().describe('Where to consent, while that can be done. Good for one consent.'),
  redirect_uri: z.string().describe('Where Microsoft sends the browser back to, letter for letter.'),
  certificate: SourceCertificateInfo.extend({
    public_pem: z.string().describe('The certificate without its key, for the app registration.'),
  }).nullable(),
  checks: z.array(EntraSetupCheck),
  next_try_at: Instant.nullable().describe('When the checks are tried again by themselves.'),
  organisation: z
    .object({ tenant_id: z.string(), display_name: z.string(), default_domain: z.string().nullable() })
    .nullable(),
  permissions: z.array(z.string()).describe('That the tenant has given.'),
  people: z.int().nullable(),
  webhook: z.enum(['available', 'unavailable', 'not_wanted']).nullable().describe('Known once it is checked.'),
  connection_id: z.uuid().nullable().describe('Of the connection, once it is completed.'),
});
export type EntraSetup = z.infer<typeof EntraSetup>;

export const EntraSetupOptions = z.object({
  shared_application: z.object({
    is_available: z.boolean(),
    message: z.string().describe('Why it is not; else empty.'),
  }),
  redirect_uri: z.string().nullable().describe('Null: that of the address at which the product is opened.'),
  permissions: z.array(z.string()).describe('What an app registration needs, as application permissions.'),
  sandbox: EntraSandboxValues.nullable().describe('What to type into the form to try it. Null while it does not run.'),
  open: z.array(EntraSetup).describe('Sessions of the caller that have not ended, the newest first.'),
});
export type EntraSetupOptions = z.infer<typeof EntraSetupOptions>;

/** The redirect query of the browser; stored as text or not at all. */
const returned = storableText(4_000).optional();
const Session = z.object({ session: z.string().max(100) });
const onSession = { ...openTo('manage_sources'), params: Session } as const;
const Id = z.guid({ error: fieldError({ guid: 'A GUID as 00000000-0000-0000-0000-000000000000.' }) }).toLowerCase();

/** Setting up a connection to Microsoft Entra ID. A session is visible to the administrator who started it. */
export const entraSetup = {
  options: endpoint({
    method: 'GET',
    path: '/auth/entra/setup/options',
    summary: 'In which ways Entra ID can be connected here, and what is under way',
    ...openTo('manage_sources'),
    audit: { none: 'read-only' },
    response: EntraSetupOptions,
  }),
  initiate: endpoint({
    method: 'POST',
    path: '/auth/entra/setup/initiate',
    summary: 'Begin to set up a connection to Entra ID',
    ...openTo('manage_sources'),
    audit: 'entra_setup.started',
    changes: ['entra-setups'],
    status: 201,
    isSecret: true,
    body: z.strictObject({
      connection_name: EntraConnectionName,
      sandbox: z.boolean().default(false).describe('With the sandbox in place of Microsoft.'),
      origin: z
        .url({ protocol: /^https?$/ })
        .max(300)
        .optional()
        .describe(
          'Where the product is opened, with the host of the request; counts where no public address is configured.',
        ),
    }),
    response: EntraSetup,
    errors: ['conflict'],
  }),
  status: endpoint({
    ...onSession,
    method: 'GET',
    path: '/auth/entra/setup/status/:session',
    summary: 'How a set-up stands',
    audit: { none: 'read-only' },
    response: EntraSetup,
    errors: ['not_found'],
  }),
  answer: endpoint({
    method: 'POST',
    path: '/auth/entra/setup/callback',
    summary: 'Hand over what Microsoft sent back with the browser; each answer counts once',
    ...openTo('manage_sources'),
    audit: 'entra_setup.consent_answered',
    changes: ['entra-setups'],
    body: z.strictObject({
      admin_consent: returned,
      tenant: returned,
      state: returned,
      scope: returned,
      error: returned,
      error_description: returned,
    }),
    response: EntraSetup,
    errors: ['not_found', 'conflict'],
  }),
  enter: endpoint({
    ...onSession,
    method: 'POST',
    path: '/auth/entra/setup/application/:session',
    summary: 'Enter an app registration of the tenant, with a client secret or a certificate',
    audit: 'entra_setup.application_entered',
    changes: ['entra-setups'],
    encoding: { multipart: 'certificate_file', maxBytes: 1_048_576 },
    body: z.strictObject({
      tenant_id: Id,
      client_id: Id,
      client_secret: z.string().trim().max(500).optional().describe('Stored sealed, never answered.'),
      certificate_file: z
        .custom<UploadedFile>(isUploadedFile, { error: fieldError({ file: 'A file is required.' }) })
        .optional(),
      certificate_password: z.string().max(1_000).optional().describe('Never kept.'),
    }),
    response: EntraSetup,
    errors: ['not_found', 'conflict', 'payload_too_large'],
  }),
  complete: endpoint({
    ...onSession,
    method: 'POST',
    path: '/auth/entra/setup/complete/:session',
    summary: 'Create the connection that was checked',
    audit: 'iam_connection.created',
    changes: ['entra-setups', 'sources', 'timetables'],
    body: z.strictObject({
      name: EntraConnectionName.optional().describe('That of the session unless given.'),
      description: Description.optional(),
      admin_contact: AdminContact.optional(),
      sync_interval: SyncInterval.default('disabled'),
      auto_create_webhook: z.boolean().default(true),
      auto_map_fields: z.boolean().default(true),
    }),
    response: EntraSetup,
    errors: ['not_found', 'conflict'],
  }),
  cancel: endpoint({
    ...onSession,
    method: 'DELETE',
    path: '/auth/entra/setup/cancel/:session',
    summary: 'End a set-up, and forget the secrets that were entered',
    audit: 'entra_setup.cancelled',
    changes: ['entra-setups'],
    response: EntraSetup,
    errors: ['not_found', 'conflict'],
  }),
};
