import { type AdminFunction, adminFunctions, type Viewer } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor, Caller, Db, Reader } from './deps';

export type { Reader } from './deps';

/** A view has as its own what the administrator shown has. */
export const viewerOf = (actor: Actor): Reader['viewer'] =>
  actor.acting?.as === 'view' ? { ...actor, id: actor.acting.id } : actor;

/** The account that acts, and the one it acts for. */
export const accountsOf = ({ id, acting }: Pick<Reader['viewer'], 'id' | 'acting'>): string[] =>
  [id, acting?.id].filter((one) => one !== undefined);

/** Reads as the product itself: for background work, and for checks of a write beyond what its caller may see. */
export const asProduct = (db: Db): Reader => ({
  db,
  viewer: { role: 'superadmin', functions: adminFunctions, scope: null },
  language: 'en',
});

/** Reads what the caller of a write may see, in its transaction; background work reads as the product. */
export const asCaller = (db: Db, { actor }: Pick<Caller, 'actor'>): Reader =>
  actor ? { db, viewer: actor, language: 'en' } : asProduct(db);

/** Each resource with the functions that let a sub-admin see it (any one suffices); none: super admins only. */
const resources = {
  administrators: [],
  audit_log: ['audit_log'],
  people: ['view_people'],
  identity_sources: adminFunctions,
  plan_settings: ['view_plans'],
  /** How a source or a key system is set up, beyond its name and state. */
  source_settings: ['manage_sources'],
  key_system_settings: [],
  source_setups: ['manage_sources'],
  key_systems: adminFunctions,
  inventory: ['view_cylinders'],
  keys: ['view_cylinders', 'assign_keys'],
  key_desk: ['assign_keys'],
  key_requests: ['request_keys', 'assign_keys'],
  key_times: [],
  /** What happened at doors, without names. */
  access_events: ['user_audits'],
  /** Who it was. */
  event_names: ['reveal_access_events'],
  access_event_settings: [],
  locations: ['view_cylinders'],
  locking_plans: [],
  key_plans: adminFunctions,
  access: ['view_people'],
  access_reviews: ['review_access'],
  change_sets: ['run_syncs'],
  tasks: ['run_syncs', 'manage_sources'],
  work_list: ['work_list'],
  drift: ['run_syncs', 'decide_changes'],
  webhooks: [],
  log_destinations: [],
  generator_runs: ['edit_plans'],
} as const satisfies Record<string, readonly AdminFunction[]>;

export type Resource = keyof typeof resources;

/** Whether the viewer may see any of it. Sufficient alone only for answers from memory; queries need `visibleTo`. */
export const sees = ({ role, functions }: Viewer, resource: Resource): boolean =>
  role === 'superadmin' || resources[resource].some((needed) => functions.includes(needed));

/** The condition for every query of a resource, so that counts and pages include only what the viewer may see. */
export const visibleTo = (viewer: Viewer, resource: Resource): RawBuilder<boolean> =>
  sees(viewer, resource) ? sql<boolean>`true` : sql<boolean>`false`;
