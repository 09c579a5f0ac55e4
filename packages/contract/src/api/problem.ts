import { z } from 'zod';
import { Instant } from '../fields/common';
import { type ErrorCode, errorCatalogue } from './errors';

const codes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]; // keys of a closed const object

/** What a sign-in may need after the password or single sign-on. `enrol`: set up a second factor first. */
export const signInSteps = ['totp', 'passkey', 'recovery_code', 'enrol'] as const;
export type SignInStep = (typeof signInSteps)[number];

/** A sign-in under way: one of these steps leads on. */
export const SignInAttempt = z.object({
  token: z.string().describe('Only good for the steps of this sign-in; no access token.'),
  expires_at: Instant,
  steps: z.array(z.enum(signInSteps)).describe('Any one of them.'),
});
export type SignInAttempt = z.infer<typeof SignInAttempt>;

/** Body of every failed answer (RFC 9457, `application/problem+json`). Extra members depend on the code. */
export const Problem = z.looseObject({
  type: z.string().describe('Always `about:blank`: the code says which problem it is.'),
  title: z.string(),
  status: z.int(),
  code: z.enum(codes).describe('From the closed catalogue; stable.'),
  detail: z.string().describe('What happened and what to do, in plain words.'),
  request_id: z.string().describe('Also on every log line of this request.'),
  errors: z
    .array(
      z.object({
        path: z.string().describe('Dotted path of the field, empty for the whole body.'),
        message: z.string(),
      }),
    )
    .optional()
    .describe('Only with validation_failed.'),
  sign_in: SignInAttempt.optional().describe('Only with second_factor_needed.'),
});
export type Problem = z.infer<typeof Problem>;
