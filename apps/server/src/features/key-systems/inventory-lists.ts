import type { Capability, KeySystemSession } from '@key2xs/drivers';
import type { InventoryList } from './inventory-cursor';
import type { MirrorRow, MirrorTable } from './mirror';

/** What has to be known before a list is read. */
export type Beforehand = {
  /** Ids of the cylinder groups that are listed, by their external id. */
  groups: ReadonlyMap<string, string>;
};

export type ListToRead = {
  needs: Capability;
  table: MirrorTable;
  read(session: KeySystemSession, beforehand: Beforehand): AsyncIterable<MirrorRow[]>;
};

const byExternalId = { key: 'external_id', onInsert: ['id'] } as const;

/** Each list and its table. Access events are not among them: they are only ever added. */
export const listsToRead: Record<Exclude<InventoryList, 'access_events'>, ListToRead> = {
  cylinder_groups: {
    needs: 'read_cylinder_groups',
    table: { name: 'cylinder_group', ...byExternalId, columns: { name: 'text', domain: 'text' } },
    read: (session) => session.listCylinderGroups(),
  },
  cylinders: {
    needs: 'read_cylinders',
    table: {
      name: 'cylinder',
      ...byExternalId,
      columns: {
        marking: 'text',
        name: 'text',
        cylinder_type: 'text',
        domain: 'text',
        location: 'text',
        state: 'text',
        group_id: 'uuid',
      },
    },
    read: (session, { groups }) =>
      eachRow(session.listCylinders(), ({ group_external_id, ...cylinder }) => ({
        ...cylinder,
        group_id: groups.get(group_external_id ?? '') ?? null,
      })),
  },
  keys: {
    needs: 'read_keys',
    table: {
      name: 'key',
      ...byExternalId,
      columns: {
        marking: 'text',
        name: 'text',
        serial: 'text',
        key_type: 'text',
        state: 'text',
        holder_identity: 'text',
        last_update_at: 'timestamptz',
      },
    },
    read: (session) => session.listKeys(),
  },
  persons: {
    needs: 'read_persons',
    table: {
      name: 'recorded_person',
      key: 'identity',
      onInsert: ['first_read_at'],
      columns: {
        first_name: 'text',
        surname: 'text',
        active: 'boolean',
        reference: 'text',
        email: 'text',
        employee_id: 'text',
      },
    },
    read: (session) => session.listPersons(),
  },
  profiles: {
    needs: 'read_profiles',
    table: {
      name: 'recorded_profile',
      key: 'identity',
      onInsert: [],
      columns: {
        reference: 'text',
        name: 'text',
        description: 'text',
        cylinders: 'int',
        cylinder_groups: 'int',
        members: 'int',
      },
    },
    read: (session) =>
      eachRow(session.listProfiles(), ({ identity, reference, name, description, ...holds }) => ({
        identity,
        reference,
        name,
        description,
        cylinders: holds.cylinders.length,
        cylinder_groups: holds.cylinder_groups.length,
        members: holds.members.length,
      })),
  },
  programming_jobs: {
    needs: 'read_programming_jobs',
    table: {
      name: 'programming_job',
      ...byExternalId,
      columns: {
        cylinder_external_id: 'text',
        kind: 'text',
        state: 'text',
        assigned_key: 'text',
        created_at: 'timestamptz',
        done_at: 'timestamptz',
      },
    },
    read: (session) => session.listProgrammingJobs(),
  },
};

async function* eachRow<T>(pages: AsyncIterable<T[]>, rowOf: (item: T) => MirrorRow): AsyncGenerator<MirrorRow[]> {
  for await (const page of pages) yield page.map(rowOf);
}
