import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import type { SandboxClock } from '../../../sandbox-kit/clock';
import { newRecords, type Records } from '../../../sandbox-kit/records';
import type { StoredLists } from '../../../sandbox-kit/stored-lists';
import { guidOf } from '../directory/object-id';

/** Application permissions requested by the product. */
export const wantedRoles = ['User.Read.All', 'Group.Read.All', 'GroupMember.Read.All', 'Organization.Read.All'];

const Application = z.object({
  name: z.enum(['own', 'shared']),
  client_id: z.string(),
  secret: z.string(),
  secret_until: z.iso.datetime(),
  is_secret_revoked: z.boolean(),
  /** PEM. */
  certificates: z.array(z.string()),
  /** Null before the tenant has consented. */
  roles: z.array(z.string()).nullable(),
  /** Older access tokens are rejected. */
  tokens_since: z.iso.datetime(),
});
export type Application = z.infer<typeof Application>;

/** A registration in the tenant, with consent, and a multi-tenant one without consent yet. */
export const applicationNames = ['own', 'shared'] as const;

export type Applications = Records<Application> & { withClientId(clientId: string): Application | undefined };

const yearMs = 365 * 86_400_000;

/** @param certificate the one registered for `own` */
export function openApplications(lists: StoredLists, clock: SandboxClock, certificate: string): Applications {
  const records = newRecords<Application>(({ name }) => name);
  const kept = lists.load('applications', Application, records);
  for (const name of applicationNames) {
    if (kept.get(name)) continue;
    records.put({
      name,
      client_id: guidOf('application', name),
      secret: newSecret(),
      secret_until: new Date(clock.now().getTime() + 2 * yearMs).toISOString(),
      is_secret_revoked: false,
      certificates: name === 'own' ? [certificate] : [],
      roles: name === 'own' ? wantedRoles : null,
      tokens_since: new Date(0).toISOString(),
    });
  }
  return {
    ...kept,
    withClientId: (clientId) => kept.changed().find(({ client_id }) => client_id === clientId.toLowerCase()),
  };
}

export const newSecret = (): string => `${randomBytes(3).toString('hex')}~${randomBytes(24).toString('base64url')}`;

/** The two ways in which an assertion names its certificate. */
export function thumbprints(pem: string): { sha1: string; sha256: string } {
  const { raw } = new X509Certificate(pem);
  const digest = (name: string) => createHash(name).update(raw).digest('base64url');
  return { sha1: digest('sha1'), sha256: digest('sha256') };
}
