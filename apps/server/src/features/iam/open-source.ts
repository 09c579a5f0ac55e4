import { columnsOf, type Mapping } from '@key2xs/contract';
import type {
  CalledSourceAccess,
  CalledSourceDriver,
  IdentitySourceDriver,
  SourceAccess,
  SourceCall,
} from '@key2xs/drivers';
import type { Deps } from '#platform/deps';
import { openCredential } from './called/credential';
import { idColumn, replicaDriver } from './called/replica-driver';
import { mappingOf } from './mapping-of';
import type { StoredConnection } from './queries';

export type CalledSource = { driver: CalledSourceDriver; access: CalledSourceAccess };

export type OpenSource = {
  driver: IdentitySourceDriver;
  access: SourceAccess;
  /** Set for a called source; `driver` is its replica. */
  called?: CalledSource;
};

/**
 * The driver of a connection and its arguments. Makes no call.
 * @param tried a mapping that is not stored, whose attributes are requested too
 */
export async function openSource(
  deps: Pick<Deps, 'db' | 'identitySources' | 'secrets' | 'sourceCalls'>,
  connection: StoredConnection,
  signal: AbortSignal,
  tried?: Mapping | null,
): Promise<OpenSource> {
  const { id: connectionId, provider, configuration_data: configuration } = connection;
  const driver = deps.identitySources[provider];
  const access = { connectionId, configuration, signal };
  if ('arrives' in driver) return { driver: replicaDriver(deps.db, { ...driver, isPushed: true }), access };
  if (!('readPage' in driver)) return { driver, access };
  const called = {
    driver,
    access: {
      ...access,
      credential: await openCredential(deps, connectionId),
      attributes: attributesOf([mappingOf(connection), tried ?? {}]),
      noteCall: (call: SourceCall) => deps.sourceCalls.note(connectionId, call),
    },
  };
  return { driver: replicaDriver(deps.db, driver), access, called };
}

/** A called source determines itself what identifies a person. */
export const withIdentity = ({ called }: OpenSource, mapping: Mapping): Mapping => ({
  ...mapping,
  ...(called && { external_id: idColumn }),
});

/** Whether it is read by calls, and not from what was uploaded. */
export const isCalled = ({ identitySources }: Pick<Deps, 'identitySources'>, { provider }: StoredConnection): boolean =>
  'readPage' in identitySources[provider];

/** Attributes that are mapped, in a fixed order. */
function attributesOf(mappings: readonly Mapping[]): string[] {
  const names = mappings.flatMap(columnsOf).filter((name) => name !== idColumn);
  return [...new Set(names)].sort();
}
