import { randomUUID } from 'node:crypto';
import { type Cylinder, type CylinderGroup, keySystems, type SyncTask } from '@key2xs/contract';
import { type KeySystemSession, keySystemDrivers } from '@key2xs/drivers';
import { type Insertable, sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Schema } from '#platform/schema/schema';
import { expect, type TestApp } from '#test/app';

type KeySystemValues = Partial<Insertable<Schema['key_system_connection']>> & {
  bundle?: string;
  certificate?: Partial<Insertable<Schema['client_certificate']>>;
};

/** A key system connection with the certificate of the sandbox, as if created but never tested. */
export async function aKeySystem(
  { db, deps, sandbox }: TestApp,
  { bundle = sandbox.client_certificate_bundle_pem, certificate, ...values }: KeySystemValues = {},
): Promise<{ id: string; name: string }> {
  const id = randomUUID();
  const row: Insertable<Schema['key_system_connection']> = {
    id,
    name: `Main house ${id.slice(0, 8)}`,
    system_type: 'CLIQ_WEB_MANAGER',
    description: null,
    cliq_api_url: sandbox.cliq_api_url,
    domain_name: sandbox.domain_name,
    error_message: null,
    guard_limit_percent: 5,
    ...values,
  };
  await db.insertInto('key_system_connection').values(row).execute();
  await aClientCertificate({ db, deps }, row.id, { bundle, ...certificate });
  return { id: row.id, name: row.name };
}

/** A client certificate of a connection, active unless said otherwise. */
export async function aClientCertificate(
  { db, deps }: Pick<TestApp, 'db' | 'deps'>,
  connection_id: string,
  { bundle, ...values }: Partial<Insertable<Schema['client_certificate']>> & { bundle: string },
): Promise<string> {
  const id = randomUUID();
  const info = {
    subject: 'CN=Key2XS',
    issuer: 'CN=Sandbox authority',
    fingerprint_sha256: 'AA',
    not_before: '2025-01-01T00:00:00.000Z',
    not_after: '2035-01-01T00:00:00.000Z',
  };
  const sealed = deps.secrets.seal(bundle, id);
  const row = { id, connection_id, state: 'active' as const, info: JSON.stringify(info), sealed, ...values };
  await db.insertInto('client_certificate').values(row).execute();
  return id;
}

const mirror = [
  'key_system_cylinder_group',
  'key_system_cylinder',
  'key',
  'recorded_person',
  'recorded_profile',
  'programming_job',
  'programming_key',
  'programming_device',
  'access_event',
  'recorded_profile_member',
];

/** Row versions of the mirror in the database, sorted; every write changes one. */
export async function mirrorVersions({ db }: TestApp): Promise<string[]> {
  const each = mirror.map((name) => sql`select ${name} || ' ' || ctid || ' ' || xmin as row from ${sql.table(name)}`);
  const { rows } = await sql<{ row: string }>`${sql.join(each, sql` union all `)} order by 1`.execute(db);
  return rows.map(({ row }) => row);
}

/** Reads the inventory and waits for the end. */
export async function readInventory(app: TestApp, id: string): Promise<SyncTask> {
  const { body } = await app.as('superadmin').call(keySystems.readInventory, { params: { id } });
  return app.ended(body.task_id);
}

export type Doors = {
  /** Of the group with that external id. */
  group(externalId: string): Pick<CylinderGroup, 'id' | 'name'>;
  /** With that external id. */
  cylinder(externalId: string): Pick<Cylinder, 'id' | 'marking' | 'name' | 'group_id'>;
};

/** A key system whose inventory has been read, and its doors. */
export async function aReadKeySystem(
  app: TestApp,
  values?: KeySystemValues,
): Promise<{ id: string; name: string } & Doors> {
  const system = await aKeySystem(app, values);
  expect(await readInventory(app, system.id)).toMatchObject({ status: 'SUCCESS' });
  return { ...system, ...(await doorsOf(app, system.id)) };
}

async function doorsOf({ db }: TestApp, id: string): Promise<Doors> {
  const cylinders = await db.selectFrom('cylinder').selectAll().where('connection_id', '=', id).execute();
  const groups = await db.selectFrom('cylinder_group').selectAll().where('connection_id', '=', id).execute();
  const pick =
    <T extends { external_id: string }>(rows: readonly T[]) =>
    (externalId: string): T => {
      const found = rows.find(({ external_id }) => external_id === externalId);
      if (!found) throw new Error(`The sandbox has no ${externalId}`);
      return found;
    };
  return { cylinder: pick(cylinders), group: pick(groups) };
}

/** Who is active and ours, and the profiles they are in, as the sandbox holds them now. */
async function heldBy({ db, sandbox }: TestApp) {
  const { persons, profiles } = sandbox.inspect();
  const known = new Set((await db.selectFrom('person').select('id').execute()).map(({ id }) => id));
  const ours = new Set(
    persons.flatMap(({ reference, active }) => (active && reference && known.has(reference) ? [reference] : [])),
  );
  return profiles.flatMap((profile) =>
    profile.members.filter((id) => ours.has(id)).map((person) => ({ person, profile })),
  );
}

/** `person@profile` of the memberships the sandbox holds for active people of this database, sorted. */
export const heldMemberships = async (app: TestApp): Promise<string[]> =>
  (await heldBy(app)).map(({ person, profile }) => `${person}@${profile.reference}`).sort();

/** `person>door` of everything that active persons may open in the sandbox, groups not taken apart. */
export function openDoors({ persons, profiles }: ReturnType<TestApp['sandbox']['inspect']>): Set<string> {
  const active = new Set(
    persons.flatMap(({ reference, active: isActive }) => (isActive && reference ? [reference] : [])),
  );
  return new Set(
    profiles.flatMap(({ members, cylinders, cylinder_groups }) =>
      members
        .filter((person) => active.has(person))
        .flatMap((person) => [...cylinders, ...cylinder_groups].map((door) => `${person}>${door}`)),
    ),
  );
}

type FaultPlan = NonNullable<Parameters<TestApp['sandbox']['fault']>[0]>;

/** Until the test has ended, the sandbox answers a call with the fault that `plan` chooses for it. */
export function disturb({ sandbox }: TestApp, plan: FaultPlan): void {
  sandbox.fault(plan);
  onTestFinished(() => sandbox.fault(undefined));
}

type Listed = { first_result: number; total: number; items: Record<string, unknown>[] };

/** Until the test has ended, the sandbox answers a list, say `cylinder-groups`, as `alter` makes it. */
export function alterList(app: TestApp, list: string, alter: (items: Listed['items']) => Listed['items']): void {
  disturb(app, ({ path }) =>
    path.endsWith(`/${list}`)
      ? {
          kind: 'alter_answer',
          alter: (body) => {
            const items = alter((body as Listed).items); // what the sandbox answers to a list
            return { first_result: 0, total: items.length, items };
          },
        }
      : undefined,
  );
}

/** Switches fault scripts of the sandbox on until the end of the test; restarts its call count. */
export function goWrong({ sandbox }: TestApp, ...orders: Parameters<TestApp['sandbox']['script']>): void {
  sandbox.script(...orders);
  onTestFinished(() => sandbox.script());
}

/** The answer of a key system that refuses a record. */
export const refusal = (message: string): ReturnType<FaultPlan> => ({
  kind: 'answer',
  status: 422,
  body: JSON.stringify({ error: 'invalid', message }),
});

/** The sandbox as another client of it sees it, with rights to write. */
export async function asAnotherClient<T>(
  { deps, sandbox }: TestApp,
  use: (session: KeySystemSession) => Promise<T>,
): Promise<T> {
  const session = keySystemDrivers.CLIQ_WEB_MANAGER.connect(sandbox, {
    ...deps.outbound,
    now: deps.clock,
    signal: new AbortController().signal,
  });
  return use(session).finally(() => session.close());
}

/** Every row of every table as text, bytes as hex and as text: what a dump would show. */
export async function dumpDatabase({ db }: TestApp): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<object>`select * from ${sql.raw(name)}`.execute(db);
    texts.push(
      JSON.stringify(rows, (_, value) => (isBytes(value) ? Buffer.from(value.data).toString('latin1') : value)),
    );
  }
  return texts.join('\n');
}

/** As a buffer writes itself in JSON. */
const isBytes = (value: unknown): value is { type: 'Buffer'; data: number[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
