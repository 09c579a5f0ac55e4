import { randomUUID } from 'node:crypto';
import { type Input, type Location, locations } from '@key2xs/contract';
import type { TestApp } from '#test/app';
import { aKeySystem } from './key-systems';

type Door = {
  marking: string;
  name?: string;
  location?: string;
  group?: string;
  state?: string;
  cylinder_type?: string;
  domain?: string;
  deleted_at?: Date;
};

/** Groups and cylinders in the mirror of a key system, as if read. */
export async function mirrored({ db }: TestApp, connection_id: string, groups: string[], doors: Door[]) {
  const ids = new Map(groups.map((name) => [name, randomUUID()]));
  const common = { connection_id, domain: 'city' };
  for (const [name, id] of ids) {
    await db
      .insertInto('key_system_cylinder_group')
      .values({ ...common, id, external_id: `G ${name}`, name })
      .execute();
  }
  for (const { group, ...door } of doors) {
    const { marking } = door;
    const row = { external_id: `C ${marking}`, cylinder_type: 'single', state: 'installed', location: '' };
    await db
      .insertInto('key_system_cylinder')
      .values({
        ...common,
        ...row,
        name: `Door ${marking}`,
        ...door,
        id: randomUUID(),
        group_id: ids.get(group ?? '') ?? null,
      })
      .execute();
  }
  return { groupId: (name: string) => ids.get(name) ?? '' };
}

/** A place, made through the API. */
export const aPlace = async (app: TestApp, body: Input<typeof locations.create>['body']): Promise<Location> =>
  (await app.as('superadmin').call(locations.create, { body })).body;

/** Places cylinders by hand. */
export const place = (app: TestApp, ids: readonly string[], location_id: string | null) =>
  app.as('superadmin').call(locations.place, {
    body: { placements: ids.map((cylinder_id) => ({ cylinder_id, location_id })) },
  });

/** Two key systems with a few doors each. */
export async function twoHouses(app: TestApp) {
  const main = await aKeySystem(app);
  const annexe = await aKeySystem(app);
  const { groupId } = await mirrored(
    app,
    main.id,
    ['Offices', 'Labs'],
    [
      { marking: 'B-2', name: 'Archive', location: 'Town Hall / 1 / Archive', group: 'Offices' },
      { marking: 'A-1', name: 'Reception', location: 'Town Hall / 0 / Reception', group: 'Offices' },
      { marking: 'C_3', name: '100% clean room', location: 'Annexe / 2 / Clean room', group: 'Labs' },
      { marking: 'D-4', name: 'Spare', deleted_at: new Date() },
    ],
  );
  await mirrored(app, annexe.id, ['Stores'], [{ marking: 'X-9', name: 'Store', group: 'Stores' }]);
  return { main, annexe, groupId };
}
