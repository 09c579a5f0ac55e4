import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { roles } from '../api/roles';
import { Done, Instant } from '../fields/common';
import { UploadedFiles } from '../fields/uploaded-file';
import { DiagnosisStep } from './diagnosis';
import { KeySystemConnection, KeySystemStatus, maxBundleBytes } from './key-systems';

const ByCertificate = z.object({ id: z.uuid(), certificate_id: z.uuid() });

export const warningDays = [60, 30, 14, 7, 1] as const;

export const CertificateWarning = z.object({
  connection_id: z.uuid(),
  connection_name: z.string(),
  certificate_id: z.uuid(),
  not_after: Instant,
  days_left: z.int().describe('Whole days until it ends; below 0 once it has.'),
  threshold: z.int().describe('The smallest of 60, 30, 14, 7, 1 that is reached; 0 once it has ended.'),
  has_successor: z.boolean().describe('A standby certificate that is valid longer waits.'),
  seen: z.boolean().describe('By the caller, at this threshold.'),
});
export type CertificateWarning = z.infer<typeof CertificateWarning>;

export const clientCertificates = {
  add: endpoint({
    method: 'POST',
    path: '/key-systems/connections/:id/certificates',
    summary: 'Add a standby client certificate beside the active one',
    allow: ['superadmin'],
    stepUp: true,
    audit: 'client_certificate.added',
    changes: ['key-systems'],
    status: 201,
    encoding: { multipart: 'certificate_file', maxBytes: maxBundleBytes, maxFiles: 3 },
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({
      certificate_file: UploadedFiles,
      pass_phrase: z.string().max(1_000).optional().describe('Of a PKCS#12 file or of the private key. Never kept.'),
    }),
    response: KeySystemConnection,
    errors: ['not_found', 'conflict', 'payload_too_large'],
  }),
  test: endpoint({
    method: 'POST',
    path: '/key-systems/connections/:id/certificates/:certificate_id/test',
    summary: 'Test the connection with this certificate; health and status of the connection stay',
    allow: ['superadmin'],
    audit: 'client_certificate.tested',
    changes: ['key-systems'],
    params: ByCertificate,
    response: z.object({
      id: z.uuid(),
      status: KeySystemStatus,
      status_message: z.string(),
      steps: z.array(DiagnosisStep),
    }),
    errors: ['not_found'],
  }),
  activate: endpoint({
    method: 'POST',
    path: '/key-systems/connections/:id/certificates/:certificate_id/activate',
    summary: 'Use the standby certificate from now on; the former one becomes the standby',
    allow: ['superadmin'],
    stepUp: true,
    audit: 'client_certificate.activated',
    changes: ['key-systems'],
    params: ByCertificate,
    response: KeySystemConnection,
    errors: ['not_found', 'conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/key-systems/connections/:id/certificates/:certificate_id',
    summary: 'Remove the standby certificate',
    allow: ['superadmin'],
    stepUp: true,
    audit: 'client_certificate.removed',
    changes: ['key-systems'],
    params: ByCertificate,
    response: KeySystemConnection,
    errors: ['not_found', 'conflict'],
  }),
  warnings: endpoint({
    method: 'GET',
    path: '/certificate-warnings',
    summary: 'Active client certificates that end within 60 days, the most urgent first',
    allow: roles,
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(CertificateWarning) }),
  }),
  markWarningsSeen: endpoint({
    method: 'POST',
    path: '/certificate-warnings/seen',
    summary: 'Mark every present warning as seen by the caller, until it becomes more urgent',
    allow: roles,
    audit: { none: 'own-view-state' },
    changes: ['certificate-warnings'],
    response: Done,
  }),
};
