import { z } from 'zod';

const Claims = z.object({ tid: z.string().optional(), roles: z.array(z.string()).default([]) });

/**
 * Tenant and permissions in a token. Only for display, never for access decisions, because the signature is not verified.
 * Empty for an unreadable token.
 */
export function readTokenClaims(token: string): { tenant_id: string | undefined; roles: string[] } {
  const [, payload = ''] = token.split('.');
  try {
    const { tid, roles } = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return { tenant_id: tid, roles };
  } catch {
    return { tenant_id: undefined, roles: [] };
  }
}
