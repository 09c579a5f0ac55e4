import { randomUUID } from 'node:crypto';
import type { Answer } from '../call';

type Kind = { status: number; error: string; says: string };

/** Refusals of the login, by AADSTS number. */
export const refusals = {
  '7000215': {
    status: 401,
    error: 'invalid_client',
    says: "Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '{client}'.",
  },
  '7000222': {
    status: 401,
    error: 'invalid_client',
    says: "The provided client secret keys for app '{client}' are expired.",
  },
  '700016': {
    status: 400,
    error: 'unauthorized_client',
    says: "Application with identifier '{client}' was not found in the directory '{tenant}'. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant.",
  },
  '70011': {
    status: 400,
    error: 'invalid_scope',
    says: "The provided value for the input parameter 'scope' is not valid.",
  },
  '65001': {
    status: 400,
    error: 'invalid_grant',
    says: "The user or administrator has not consented to use the application with ID '{client}'.",
  },
  '700027': {
    status: 401,
    error: 'invalid_client',
    says: "The certificate with identifier used to sign the client assertion is not registered on application '{client}', or the assertion has an invalid signature.",
  },
  '700023': {
    status: 401,
    error: 'invalid_client',
    says: 'Client assertion audience claim does not match the token endpoint of this tenant.',
  },
  '700024': {
    status: 401,
    error: 'invalid_client',
    says: 'Client assertion is not within its valid time range.',
  },
  '90002': {
    status: 400,
    error: 'invalid_request',
    says: "Tenant '{tenant}' not found. Check to make sure you have the correct tenant ID.",
  },
  '900144': {
    status: 400,
    error: 'invalid_request',
    says: 'The request body lacks a parameter that is needed.',
  },
  '70003': {
    status: 400,
    error: 'unsupported_grant_type',
    says: 'The app requested an unsupported grant type.',
  },
} as const satisfies Record<string, Kind>;

export type RefusalCode = keyof typeof refusals;

export class LoginRefused extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly detail = '',
  ) {
    super(code);
  }
}

type About = { client: string; tenant: string; now: Date };

export function answerRefusal({ code, detail }: LoginRefused, { client, tenant, now }: About): Answer {
  const { status, error, says } = refusals[code];
  const [trace_id, correlation_id] = [randomUUID(), randomUUID()];
  const timestamp = now.toISOString().replace('T', ' ').replace(/\..*/, 'Z');
  const text = `${says} ${detail}`.trim().replaceAll('{client}', client).replaceAll('{tenant}', tenant);
  return {
    status,
    body: {
      error,
      error_description: `AADSTS${code}: ${text} Trace ID: ${trace_id} Correlation ID: ${correlation_id} Timestamp: ${timestamp}`,
      error_codes: [Number(code)],
      timestamp,
      trace_id,
      correlation_id,
      error_uri: `https://login.microsoftonline.com/error?code=${code}`,
    },
  };
}
