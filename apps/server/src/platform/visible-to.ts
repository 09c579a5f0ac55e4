import { type AdminFunction, adminFunctions, type Viewer } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './deps';

/** What a query reads from, for whom, and in which language it is told. */
export type Reader = { db: Db; viewer: Viewer & { id?: string }; language: Language };

/** The product itself: background work, and what a write has to know beyond what its caller may see. */
export const asProduct = (db: Db): Reader => ({
  db,
  viewer: { role: 'superadmin', functions: adminFunctions },
  language: 'en',
});

/** What there is to see, and the functions of which any lets a sub-admin see it; none: for super admins alone. */
const resources = {
  administrators: [],
  people: [],
  identity_sources: adminFunctions,
  key_systems: adminFunctions,
  inventory: ['view_cylinders'],
  locking_plans: [],
  key_plans: adminFunctions,
  access: [],
  change_sets: [],
  tasks: adminFunctions,
  work_list: [],
} as const satisfies Record<string, readonly AdminFunction[]>;

export type Resource = keyof typeof resources;

/** Whether there is anything of it to see at all. Alone it is enough only for what is answered from memory. */
export const sees = ({ role, functions }: Viewer, resource: Resource): boolean =>
  role === 'superadmin' || resources[resource].some((needed) => functions.includes(needed));

/** The condition that every query of a resource is under, in the query itself: counts and pages are of what can be seen. */
export const visibleTo = (viewer: Viewer, resource: Resource): RawBuilder<boolean> =>
  sees(viewer, resource) ? sql<boolean>`true` : sql<boolean>`false`;
