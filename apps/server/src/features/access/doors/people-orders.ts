import { doorPeopleList } from '@key2xs/contract';
import { type AccessIndex, orderPeople, type PeopleOrder } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { ordered, orderOf } from '#platform/list/list-query';
import type { Schema } from '#platform/schema/schema';
import { asProduct } from '#platform/visible-to';
import { peopleOf } from '../../people/relation';

/** How people who may open a door are sorted. */
export const peopleSorts = {
  list: doorPeopleList,
  id: 'person.id' as const,
  sorts: {
    display_name: 'display_name' as const,
    department: 'department' as const,
    job_title: 'job_title' as const,
    employee_id: 'employee_id' as const,
  },
};

/** Everybody in the order of a field, ascending; undefined until that is known. */
export type PeopleOrders = (index: AccessIndex, field: string) => PeopleOrder | undefined;

type State = { changes: number; orders: Map<string, 'asked' | 'making' | PeopleOrder> };

/**
 * Caches each person's position in each order of a list while no person in the access index changes. The database sorts, because
 * its collation is not ours. That takes as long as thirty pages, so an order is made, behind the answer, when it is asked for
 * a second time; while people change with every question, none is.
 */
export function createPeopleOrders(db: Db): PeopleOrders {
  const states = new WeakMap<AccessIndex, State>();
  const make = async (index: AccessIndex, { orders }: State, field: string) => {
    orders.set(field, 'making');
    try {
      orders.set(field, orderPeople(index.people, await listInOrder(db, field)));
    } catch {
      orders.delete(field); // the answer did not need it
    }
  };
  return (index, field) => {
    const { changes } = index.people;
    const known = states.get(index);
    const state = known?.changes === changes ? known : { changes, orders: new Map() };
    states.set(index, state);
    const order = state.orders.get(field);
    if (typeof order === 'object') return order;
    if (order === undefined) state.orders.set(field, 'asked');
    if (order === 'asked') void make(index, state, field);
    return undefined;
  };
}

async function listInOrder(db: Db, field: string): Promise<string[]> {
  const order = orderOf<typeof doorPeopleList, Schema, 'person', unknown>(peopleSorts, field);
  // An order of all people; an index leaves out those it does not have.
  const rows = await ordered(db.selectFrom(peopleOf(asProduct(db))), order)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}
