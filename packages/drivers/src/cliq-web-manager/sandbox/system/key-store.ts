import { isDeepStrictEqual } from 'node:util';
import type {
  HolderName,
  KeyAccess,
  KeyState,
  KeyTimes,
  RecordedKey,
  RecordedPerson,
} from '../../../key-system-driver';
import type { DomainLists } from './lists';
import { carriesRights, hasClock } from './recorded-rights';
import { Refused } from './refused';
import type { System } from './system';

/** Writes about keys into one domain. Each returns whether it changed anything. @throws Refused */
export type KeyStore = {
  assign(id: string, holder: HolderName): boolean;
  takeBack(id: string): boolean;
  setState(id: string, state: KeyState): boolean;
  setTimes(id: string, times: KeyTimes): boolean;
  setAccess(id: string, access: KeyAccess): boolean;
};

export function createKeyStore(system: Pick<System, 'clock'>, domain: DomainLists): KeyStore {
  const keyOf = (id: string) => domain.keys.get(id) ?? refuse('unknown_key', `There is no key ${id}.`);
  /** With `isWritten`, the next update of the key writes what has changed. */
  const change = (key: RecordedKey, fields: Partial<RecordedKey>, isWritten: boolean): boolean => {
    const next = { ...key, ...fields };
    if (isDeepStrictEqual(key, next)) return false;
    domain.keys.put(isWritten ? { ...next, changed_at: system.clock.now().toISOString() } : next);
    return true;
  };
  return {
    assign(id, named) {
      const key = keyOf(id);
      const person = personOf(domain, named);
      checkHandOut(key, person);
      const name = `Key of ${person.first_name} ${person.surname}`;
      if (key.holder_identity === person.identity) return false;
      return change(key, { holder_identity: person.identity, state: 'handed_out', name }, carriesRights(key));
    },
    takeBack(id) {
      const key = keyOf(id);
      const state = key.state === 'broken' ? 'broken' : 'in_stock';
      const isHeld = key.holder_identity !== null;
      if (!isHeld) return change(key, { state }, false);
      return change(key, { holder_identity: null, state, name: 'Unassigned key' }, carriesRights(key));
    },
    setState(id, state) {
      const key = keyOf(id);
      const isHeld = key.holder_identity !== null;
      if (isHeld && state === 'in_stock') refuse('conflict', `The key ${id} is held by ${key.holder_identity}.`);
      if (!isHeld && state === 'handed_out') refuse('conflict', `No person holds the key ${id}.`);
      return change(key, { state }, false);
    },
    setTimes(id, times) {
      const key = keyOf(id);
      if (!hasClock(key)) refuse('invalid', `The key ${id} has no clock.`);
      return change(key, { times: checkTimes(times) }, true);
    },
    setAccess(id, access) {
      const key = keyOf(id);
      const cylinders = [...new Set(access.cylinders)].sort();
      const cylinder_groups = [...new Set(access.cylinder_groups)].sort();
      for (const one of cylinders) {
        if (!domain.cylinders.get(one)) refuse('unknown_cylinder', `There is no cylinder ${one}.`);
      }
      for (const one of cylinder_groups) {
        if (!domain.groups.get(one)) refuse('invalid', `There is no cylinder group ${one}.`);
      }
      return change(key, { access: { cylinders, cylinder_groups } }, carriesRights(key));
    },
  };
}

function checkHandOut(key: RecordedKey, { identity, active }: RecordedPerson): void {
  const { external_id: id, holder_identity, state } = key;
  if (!active) refuse('invalid', `The person ${identity} is deactivated.`);
  if (holder_identity !== null && holder_identity !== identity) {
    refuse('conflict', `The key ${id} is held by ${holder_identity}.`);
  }
  if (state === 'lost' || state === 'broken') refuse('conflict', `The key ${id} is ${state}.`);
}

function personOf({ persons }: DomainLists, named: HolderName): RecordedPerson {
  const [found, id] =
    'reference' in named
      ? [persons.withReference(named.reference), named.reference]
      : [persons.get(named.identity), named.identity];
  return found ?? refuse('unknown_person', `There is no person ${id}.`);
}

function checkTimes(times: KeyTimes): KeyTimes {
  const { validity, schedule } = times;
  if (validity.mode === 'between' && Date.parse(validity.from) >= Date.parse(validity.until)) {
    refuse('invalid', 'The validity ends before it begins.');
  }
  const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(text);
  if (!schedule.every(({ days, from, to }) => days.length > 0 && isTime(from) && isTime(to))) {
    refuse('invalid', 'The schedule has a window without days, or a time that is none.');
  }
  return times;
}

function refuse(code: ConstructorParameters<typeof Refused>[0], message: string): never {
  throw new Refused(code, message);
}
