import type { EntraSetupCheck } from '@key2xs/contract';
import { type CalledSourceAccess, missingPermissions } from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import type { Updateable } from 'kysely';
import { notificationBase } from '#features/source-webhooks/service';
import type { Deps } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { entraOf } from '../../create-entra';
import type { SetupRow } from '../queries';

export type Finding = {
  state: Exclude<EntraSetupCheck['state'], 'pending' | 'running'>;
  message: Sentence;
  /** What the session keeps of it. */
  keep?: Updateable<Schema['entra_setup']>;
};

/** What may come yet: a consent takes some minutes until it counts everywhere. */
export class NotYet extends Error {
  override name = 'NotYet';
  constructor(
    readonly reason: string,
    readonly sentence: Sentence,
  ) {
    super(reason);
  }
}

/** What will not come right by waiting. */
export class CheckFailed extends Error {
  override name = 'CheckFailed';
  constructor(
    readonly reason: string,
    readonly sentence: Sentence,
  ) {
    super(reason);
  }
}

export type Checking = { deps: Deps; row: SetupRow; access: CalledSourceAccess; granted: readonly string[] };
type Check = (checking: Checking) => Promise<Finding>;

/** In their order; each builds on those before. @throws NotYet, CheckFailed, and what the driver throws */
export const checks: Record<EntraSetupCheck['name'], Check> = {
  tenant: async ({ deps, access }) => {
    const permissions = await entraOf(deps).permissions(access);
    return { state: 'passed', message: say('entraCheck.signedIn'), keep: { permissions } };
  },
  permissions: async ({ granted }) => {
    const missing = missingPermissions(granted, ['people']);
    if (missing.length > 0) {
      throw new NotYet('permission_missing', say('entraCheck.permissionsMissing', { permissions: missing }));
    }
    const permissions = missingPermissions(granted, ['groups']);
    return permissions.length > 0
      ? { state: 'warning', message: say('entraCheck.noGroups', { permissions, given: granted }) }
      : { state: 'passed', message: say('entraCheck.permissions', { permissions: granted }) };
  },
  person: async ({ deps, access }) => {
    const { people } = await entraOf(deps).readPage(access, undefined);
    const count = people.filter((person) => !('gone' in person)).length;
    return count === 0
      ? { state: 'warning', message: say('entraCheck.nobody') }
      : { state: 'passed', message: say('entraCheck.person', { count }) };
  },
  organisation: async ({ deps, row, access }) => {
    const organisation = await entraOf(deps).organization(access);
    if (organisation.tenant_id !== row.tenant_id)
      throw new CheckFailed('wrong_tenant', say('entraSession.wrongTenant'));
    const { display_name: name, default_domain: domain } = organisation;
    const message =
      domain === null ? say('entraCheck.organisationOnly', { name }) : say('entraCheck.organisation', { name, domain });
    return { state: 'passed', message, keep: { organisation: JSON.stringify(organisation) } };
  },
  count: async ({ deps, access }) => {
    const { people } = await entraOf(deps).probe(access);
    return people === null
      ? { state: 'warning', message: say('entraCheck.notCounted') }
      : { state: 'passed', message: say('entraCheck.counted', { count: people }), keep: { people } };
  },
  webhook: async ({ deps: { config }, row, access: { configuration } }) => {
    const base = notificationBase(config, { provider: 'entra_id', configuration_data: configuration });
    const isCalled = base !== undefined && (row.is_sandbox || base.startsWith('https:')); // Microsoft calls no other
    return isCalled
      ? { state: 'passed', message: say('entraCheck.webhook', { address: base }), keep: { webhook: 'available' } }
      : { state: 'warning', message: say('entraCheck.noWebhook'), keep: { webhook: 'unavailable' } };
  },
};
