import type { IamConnection, KeySystemConnection } from '@key2xs/contract';

type ConnectionRef = { id: string; name: string };

/** Nothing to do but wait: the doors of a key system are being read. */
type Reading = { is: 'reading'; on: ConnectionRef };

/** `decide` names a change set, `repair` carries a key system's error. */
export type NextStep =
  | { is: 'source' | 'system' | 'plan' | 'activate' }
  | { is: 'people' | 'inventory' | 'preview'; on: ConnectionRef }
  | Reading
  | { is: 'decide'; on: ConnectionRef; changeSetId: string }
  | { is: 'repair'; on: ConnectionRef; message: string };

/** A step that a person has to take. */
export type ToDo = Exclude<NextStep, Reading>;

export type Situation = {
  sources: readonly IamConnection[];
  systems: readonly KeySystemConnection[];
  plans: { total: number; active: number };
  /** Ids of the key systems whose inventory is being read. */
  reading: readonly string[];
  /** Ids of the key systems whose recorded access equals the plans. */
  equal: readonly string[];
};

/**
 * Follows the order of set-up: people, a reachable key system, its doors, a plan, a sync. Waiting decisions come
 * before improvements. Undefined when all are equal, or every key system is inactive, which is a deliberate choice.
 */
export function nextStep({ sources, systems, ...rest }: Situation): NextStep | undefined {
  if (sources.length === 0) return { is: 'source' };
  const waiting = [...sources, ...systems].find((one) => one.waiting_change_set_id !== null);
  if (waiting?.waiting_change_set_id) {
    return { is: 'decide', on: waiting, changeSetId: waiting.waiting_change_set_id };
  }
  const unread = sources.find((source) => source.is_active && source.last_read_at === null);
  if (unread) return { is: 'people', on: unread };
  if (systems.length === 0) return { is: 'system' };
  return stepOnSystems({ systems, ...rest });
}

function stepOnSystems({ systems, plans, reading, equal }: Omit<Situation, 'sources'>): NextStep | undefined {
  const broken = systems.find((system) => system.status === 'ERROR');
  if (broken) return { is: 'repair', on: broken, message: broken.error_message ?? '' };
  const active = systems.filter((system) => system.is_active);
  const unknown = active.find((system) => system.inventory_read_at === null);
  if (unknown && reading.includes(unknown.id)) return { is: 'reading', on: unknown };
  if (unknown) return { is: 'inventory', on: unknown };
  if (plans.total === 0) return { is: 'plan' };
  if (plans.active === 0) return { is: 'activate' };
  const target = active.find(({ id }) => !equal.includes(id));
  return target && { is: 'preview', on: target };
}
