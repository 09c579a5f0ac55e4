import { z } from 'zod';

const Claims = z.object({ tid: z.string().optional(), roles: z.array(z.string()).default([]) });

/**
 * What a token says of its tenant and of the permissions that consent has given. Read for people to see, never to decide on
 * access: whoever issued the token has sent it to us. A token that cannot be read says nothing.
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
