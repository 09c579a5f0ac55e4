import { foldText } from '@key2xs/domain';

/** The recorded data that labels of a locking plan may name. */
export type Mirror = {
  cylinders: readonly { id: string; marking: string; external_id: string; name: string }[];
  keys: readonly { id: string; marking: string; serial: string; external_id: string }[];
  persons: readonly { identity: string; first_name: string; surname: string; employee_id: string | null }[];
};

type RecordRef<K extends string> = { kind: K; id: string };
export type NamedCylinder = RecordRef<'cylinder'>;
export type NamedRecord = RecordRef<'key' | 'person'>;

type Match<T> = T | 'several' | undefined;
/** The record that a text names; 'several' if it matches more than one equally well. */
export type Lookup<T> = {
  (text: string): Match<T>;
  /** For text already folded by `foldLabel`: folding costs more than the look-up. */
  folded(text: string): Match<T>;
};

/** By marking, else key-system number, else name. */
export function cylinderLookup({ cylinders }: Mirror): Lookup<NamedCylinder> {
  const named = cylinders.map((row) => ({ row, record: { kind: 'cylinder', id: row.id } as const }));
  return lookupIn([
    named.map(({ row, record }) => [row.marking, record]),
    named.map(({ row, record }) => [row.external_id, record]),
    named.map(({ row, record }) => [row.name, record]),
  ]);
}

/** By marking, serial or number of a key, else employee number or name of a person, in either order. */
export function recordLookup({ keys, persons }: Mirror): Lookup<NamedRecord> {
  const named = keys.map((row) => ({ row, record: { kind: 'key', id: row.id } as const }));
  const people = persons.map((row) => ({ row, record: { kind: 'person', id: row.identity } as const }));
  return lookupIn<NamedRecord>([
    named.map(({ row, record }) => [row.marking, record]),
    named.map(({ row, record }) => [row.serial, record]),
    named.map(({ row, record }) => [row.external_id, record]),
    people.map(({ row, record }) => [row.employee_id ?? '', record]),
    people.flatMap(({ row: { first_name, surname }, record }) => [
      [`${first_name} ${surname}`, record],
      [`${surname} ${first_name}`, record],
    ]),
  ]);
}

/** Earlier lists win: a marking beats an equal name. */
function lookupIn<T extends RecordRef<string>>(lists: readonly (readonly (readonly [string, T])[])[]): Lookup<T> {
  const maps = lists.map((list) => {
    const map = new Map<string, T | 'several'>();
    for (const [text, record] of list) {
      const folded = foldLabel(text);
      const before = map.get(folded);
      const isSame = before === undefined || (before !== 'several' && before.id === record.id);
      if (folded !== '') map.set(folded, isSame ? record : 'several');
    }
    return map;
  });
  const folded = (text: string): Match<T> => {
    for (const map of maps) {
      const found = map.get(text);
      if (found) return found;
    }
    return undefined;
  };
  return Object.assign((text: string) => (text === '' ? undefined : folded(foldLabel(text))), { folded });
}

/** Commas are ignored: "Rowan, Kit" equals "Rowan Kit". */
export const foldLabel = (text: string): string => foldText(text.replaceAll(',', ' '));
