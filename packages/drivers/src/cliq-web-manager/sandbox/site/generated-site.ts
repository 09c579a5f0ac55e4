import type {
  RecordedAccessEvent,
  RecordedCylinder,
  RecordedCylinderGroup,
  RecordedKey,
  RecordedPerson,
} from '../../../key-system-driver';
import { type Source, sourceOf } from '../../../sandbox-kit/records';
import { sandboxDomain } from './city';
import { hospital } from './hospital';
import { inventTimes } from './key-times';
import { cityProgramming } from './programming';
import { capacities, everyNth, externalIdOf, identityOf, numbered, plainKey, type Site } from './site';

/** Numbers of records; 0 by default. */
export type SiteSize = { cylinders?: number; keys?: number; persons?: number; access_events?: number };

const cylindersPerGroup = 25;
const eventsPerImport = 20;
const minuteMs = 60_000;

/**
 * A city of any size. Record `i` is computed from `i`, so it needs no memory; person `i` holds key `i`, and the newest event
 * was imported a minute before `begin`.
 */
export function generateSite(size: SiteSize, begin: Date): Site {
  const { cylinders = 0, keys = 0, persons = 0, access_events = 0 } = size;
  const city = {
    persons: generate('P', persons, personAt),
    profiles: sourceOf<never>([], identityOf),
    cylinders: generate('C', cylinders, cylinderAt),
    groups: generate('G', Math.ceil(cylinders / cylindersPerGroup), groupAt),
    keys: generate('K', keys, (index) => keyAt(index, size, begin)),
    jobs: sourceOf<never>([], externalIdOf),
    ...cityProgramming(begin),
  };
  const events = generate('E', access_events, (index) => eventAt(index, { ...size, begin: begin.getTime() }));
  return { domains: { [sandboxDomain]: city, hospital }, events };
}

const digits = 7;
const idOf = (prefix: string, index: number) => numbered(prefix, index, digits);

function generate<T>(prefix: string, count: number, at: (index: number) => T): Source<T> {
  const form = new RegExp(`^${prefix}-(\\d{${digits}})$`);
  const indexOf = (id: string) => {
    const index = Number(form.exec(id)?.[1] ?? 0) - 1;
    return index >= 0 && index < count ? index : undefined;
  };
  return { count, at, indexOf };
}

const firstNames = ['Ada', 'Bram', 'Cleo', 'Dorte', 'Emil', 'Fenna', 'Gita', 'Hal', 'Ines', 'Jory', 'Kees'] as const;
const surnames = ['Askelund', 'Brackwater', 'Dunmoor', 'Fennimore', 'Marsk', 'Pellgrave', 'Quill'] as const;

function personAt(index: number): RecordedPerson {
  return {
    identity: idOf('P', index),
    reference: null,
    first_name: everyNth(firstNames, index),
    surname: `${everyNth(surnames, index)} ${index + 1}`,
    email: `p${index + 1}@city.test`,
    employee_id: String(100_000 + index),
    active: true,
  };
}

function cylinderAt(index: number): RecordedCylinder {
  const building = Math.floor(index / 100) + 1;
  const room = (index % 100) + 1;
  return {
    external_id: idOf('C', index),
    name: `Building ${building}, Room ${room}`,
    marking: `B${building}-${room}`,
    cylinder_type: everyNth(['single', 'double', 'knob', 'padlock'], index),
    domain: sandboxDomain,
    group_external_id: idOf('G', Math.floor(index / cylindersPerGroup)),
    location: `Building ${building} / Floor ${Math.floor(room / 20)} / Room ${room}`,
    state: 'installed',
    ...capacities((index * 37) % 990),
  };
}

function groupAt(index: number): RecordedCylinderGroup {
  return { external_id: idOf('G', index), name: `Group ${index + 1}`, domain: sandboxDomain };
}

/** Each key that is held opens a group of cylinders. */
function keyAt(index: number, { cylinders = 0, persons = 0 }: SiteSize, begin: Date): RecordedKey {
  const isHeld = index < persons;
  const groups = Math.ceil(cylinders / cylindersPerGroup);
  const key: RecordedKey = {
    external_id: idOf('K', index),
    name: `Key ${index + 1}`,
    marking: `K${index + 1}`,
    serial: String(100_000_007 + index * 7),
    key_type: everyNth(['dynamic', 'connect', 'quartz', 'normal'], index),
    holder_identity: isHeld ? idOf('P', index) : null,
    state: isHeld ? 'handed_out' : 'in_stock',
    last_update_at: isHeld ? new Date(begin.getTime() - (index % 10_080) * minuteMs).toISOString() : null,
    ...plainKey,
    access: { cylinders: [], cylinder_groups: isHeld && groups > 0 ? [idOf('G', index % groups)] : [] },
  };
  return { ...key, ...inventTimes(key, index, begin) };
}

type EventSize = SiteSize & { begin: number };

function eventAt(index: number, { access_events = 0, keys = 0, cylinders = 0, persons = 0, begin }: EventSize) {
  const importsLater = Math.floor((access_events - 1) / eventsPerImport) - Math.floor(index / eventsPerImport);
  const imported = begin - (1 + importsLater) * minuteMs;
  const key = keys > 0 ? (index * 31) % keys : undefined;
  const isDenied = index % 50 === 49;
  const event: RecordedAccessEvent = {
    external_id: idOf('E', index),
    event_time: new Date(imported - (1 + ((index * 17) % 2_880)) * minuteMs).toISOString(),
    import_time: new Date(imported).toISOString(),
    source: index % 4 === 3 ? 'cylinder' : 'key',
    key_external_id: key === undefined ? null : idOf('K', key),
    cylinder_external_id: cylinders > 0 ? idOf('C', (index * 17) % cylinders) : null,
    person_identity: key !== undefined && key < persons ? idOf('P', key) : null,
    result: isDenied ? 'denied' : 'granted',
    reason: isDenied ? 'no_access' : null,
  };
  return event;
}
