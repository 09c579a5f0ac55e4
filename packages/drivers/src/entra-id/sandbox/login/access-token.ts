import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Running } from '../running';
import type { Application } from './applications';

const Claims = z.object({ appid: z.string(), exp: z.number(), iat_ms: z.number(), roles: z.array(z.string()) });

export const tokenSeconds = 3_599;
const header = Buffer.from(JSON.stringify({ typ: 'JWT', alg: 'HS256', kid: 'sandbox' })).toString('base64url');

/** A token in the form of a JWT; by the clock of the sandbox. */
export function issueToken({ system }: Running, { client_id, roles }: Application, lacksRoles: boolean): string {
  const now = system.clock.now().getTime();
  const iat = Math.floor(now / 1_000);
  const claims = {
    aud: 'https://graph.microsoft.com',
    iss: `https://sts.windows.net/${system.tenant_id}/`,
    iat,
    nbf: iat,
    exp: iat + tokenSeconds,
    app_displayname: 'Key2XS (sandbox)',
    appid: client_id,
    idtyp: 'app',
    tid: system.tenant_id,
    jti: randomUUID(),
    ver: '1.0',
    iat_ms: now,
    roles: lacksRoles ? [] : (roles ?? []),
  };
  return `${header}.${system.seal.close(claims)}`;
}

/** The application and roles of a token; undefined if it is invalid, expired, or revoked. */
export function readToken({ system }: Running, authorization: string | undefined) {
  const [, token = ''] = /^Bearer ([^\s]+)$/i.exec(authorization ?? '') ?? [];
  const claims = Claims.safeParse(
    token.startsWith(`${header}.`) ? system.seal.open(token.slice(header.length + 1)) : {},
  );
  if (!claims.success) return undefined;
  const { appid, exp, iat_ms, roles } = claims.data;
  const application = system.applications.withClientId(appid);
  const isCurrent = exp * 1_000 > system.clock.now().getTime();
  if (!application || !isCurrent || iat_ms < Date.parse(application.tokens_since)) return undefined;
  // Revoked roles disappear from tokens immediately; new roles need a new token.
  return { application, roles: roles.filter((role) => application.roles?.includes(role)) };
}
