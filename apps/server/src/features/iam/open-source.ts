import { columnsOf, type Mapping } from '@key2xs/contract';
import type {
  CalledSourceAccess,
  CalledSourceDriver,
  IdentitySourceDriver,
  SourceAccess,
  SourceCall,
} from '@key2xs/drivers';
import type { Deps } from '#platform/deps';
import { copyDriver, idColumn } from './called/copy-driver';
import { openCredential } from './called/credential';
import { mappingOf } from './mapping-of';
import type { StoredConnection } from './queries';

export type CalledSource = { driver: CalledSourceDriver; access: CalledSourceAccess };

export type OpenSource = {
  driver: IdentitySourceDriver;
  access: SourceAccess;
  /** Of a source that is called; `driver` is the copy of what it has told. */
  called?: CalledSource;
};

/**
 * The driver of a connection and its arguments. Makes no call.
 * @param tried a mapping that is not stored, whose attributes are asked for too
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
  if ('arrives' in driver) return { driver: copyDriver(deps.db, { ...driver, isPushed: true }), access };
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
  return { driver: copyDriver(deps.db, driver), access, called };
}

/** A source that is called says by itself what identifies somebody. */
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
