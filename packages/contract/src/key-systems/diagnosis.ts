import { z } from 'zod';
import { Instant } from '../fields/common';

export const DiagnosisStepName = z.enum([
  'resolve',
  'connect',
  'server_certificate',
  'client_certificate',
  'domain',
  'services',
  'read',
]);
export type DiagnosisStepName = z.infer<typeof DiagnosisStepName>;

export const DiagnosisStep = z.object({
  name: DiagnosisStepName,
  state: z
    .enum(['pending', 'running', 'passed', 'warning', 'failed', 'skipped'])
    .describe('pending and running only while the test runs; after a failure the rest is skipped.'),
  message: z.string().describe('What was found, or what is wrong and what to do. Empty until known.'),
  error_kind: z.string().nullable().describe('The kind of a failure, e.g. tls_untrusted.'),
  duration_ms: z.int(),
});
export type DiagnosisStep = z.infer<typeof DiagnosisStep>;

/** A test of a key-system connection, running or the last one finished. */
export const Diagnosis = z.object({
  certificate_id: z.uuid().describe('The client certificate it was made with.'),
  started_at: Instant,
  ended_at: Instant.nullable().describe('Null while it runs.'),
  is_passed: z.boolean(),
  status_message: z.string().describe('The outcome in one sentence; empty while it runs.'),
  steps: z.array(DiagnosisStep).describe('All seven, in their order.'),
});
export type Diagnosis = z.infer<typeof Diagnosis>;
