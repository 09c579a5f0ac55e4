import {
  departmentPeopleList,
  doorPeopleList,
  groupPeopleList,
  jobTitlePeopleList,
  locationPeopleList,
  profilePeopleList,
  rulePeopleList,
} from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import type { Wanted } from '#platform/list/list-query';
import { listRoutes } from '#platform/list/list-routes';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { getGroup } from '../../cylinders/service';
import type { AccessSubject } from './asked-doors';
import { findDoorPeople } from './door-people';
import { createPeopleOrders } from './people-orders';

/** One list of people for each kind of thing that can be asked about; they differ in what finds them alone. */
export function mountPeopleLists(app: FastifyInstance, deps: Deps): void {
  const orders = createPeopleOrders(deps.db);
  type Wants = { query: Wanted<typeof doorPeopleList>['query'] };
  const ask = (asked: AccessSubject, { query }: Wants, reader: Reader) =>
    findDoorPeople({ ...deps, orders, reader }, asked, query);

  listRoutes(app, deps, {
    list: doorPeopleList,
    find: async (wanted, reader) => {
      const { from, people } = await ask({ of: 'cylinder', id: wanted.params.cylinder_id }, wanted, reader);
      return listSource(doorPeopleList, from)(people);
    },
  });
  // A group without doors is known to the database alone.
  const check = (reader: Reader, { group_id }: { group_id: string }) => getGroup(reader, group_id);
  listRoutes(
    app,
    deps,
    {
      list: groupPeopleList,
      find: async (wanted, reader) => {
        const { from, people } = await ask({ of: 'group', id: wanted.params.group_id }, wanted, reader);
        return listSource(groupPeopleList, from)(people);
      },
    },
    { check },
  );
  listRoutes(app, deps, {
    list: locationPeopleList,
    find: async (wanted, reader) => {
      const { from, people } = await ask({ of: 'location', id: wanted.params.location_id }, wanted, reader);
      return listSource(locationPeopleList, from)(people);
    },
  });
  listRoutes(app, deps, {
    list: rulePeopleList,
    find: async (wanted, reader) => {
      const { from, people } = await ask({ of: 'rule', id: wanted.params.rule_id }, wanted, reader);
      return listSource(rulePeopleList, from)(people);
    },
  });
  listRoutes(app, deps, {
    list: profilePeopleList,
    find: async (wanted, reader) => {
      const { from, people } = await ask({ of: 'profile', id: wanted.params.profile_id }, wanted, reader);
      return listSource(profilePeopleList, from)(people);
    },
  });
  listRoutes(app, deps, {
    list: departmentPeopleList,
    find: async (wanted, reader) => {
      const { from, people } = await ask({ of: 'department', id: wanted.params.department_name }, wanted, reader);
      return listSource(departmentPeopleList, from)(people);
    },
  });
  listRoutes(app, deps, {
    list: jobTitlePeopleList,
    find: async (wanted, reader) => {
      const { from, people } = await ask({ of: 'job_title', id: wanted.params.job_title_name }, wanted, reader);
      return listSource(jobTitlePeopleList, from)(people);
    },
  });
}
