import type { AccessProfile, ObjectType } from '@key2xs/contract';
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choicesInPlace } from '../list-in-place';
import type { PickedDoor } from './picked-door';
import { useDoorSearch } from './use-door-search';

const SEARCH_MS = 250;
const kinds = ['access_profile', 'cylinder_group', 'location', 'cylinder'] as const satisfies readonly ObjectType[];

type Props = {
  label: string;
  description: string;
  value: readonly PickedDoor[];
  onChange: (doors: PickedDoor[]) => void;
  /** Offered beside groups and cylinders, and so are places; absent when editing a profile, which holds neither. */
  profiles?: readonly AccessProfile[];
  /** Only doors of this key system. */
  keySystemId?: string;
  error?: string;
};

const keyOf = ({ object_type, object_identifier }: PickedDoor) => `${object_type}:${object_identifier}`;

/** Profiles, groups, places and cylinders in one search by the server. Chosen items keep their names during a search. */
export function DoorPicker({ label, description, value, onChange, profiles, keySystemId, error }: Props) {
  const { t } = useTranslation('key-plans');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_MS);
  const { found, failed, isSearching } = useDoorSearch({
    search,
    profiles: profiles ?? [],
    withPlaces: profiles !== undefined,
    keySystemId,
  });

  const chosen = new Set(value.map(keyOf));
  const offered = found.filter((door) => !chosen.has(keyOf(door)));
  const known = new Map([...value, ...offered].map((door) => [keyOf(door), door]));
  const data = kinds.map((kind) => ({
    group: t(`objects.${kind}`),
    items: [...value.map((door) => ({ ...door, label: door.name })), ...offered]
      .filter((door) => door.object_type === kind)
      .map((door) => ({ value: keyOf(door), label: door.label })),
  }));
  const choose = (keys: string[]) => onChange(keys.flatMap((key) => toPicked(known.get(key))));

  return (
    <div>
      <MultiSelect
        label={label}
        description={description}
        required
        error={error ?? failed?.message}
        data={data.filter(({ items }) => items.length > 0)}
        value={[...chosen]}
        onChange={choose}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        // The server has searched; options chosen before must not be filtered by what is typed now.
        filter={({ options }) => options}
        hidePickedOptions
        {...choicesInPlace}
      />
      <p className="mute" role="status">
        {offered.length === 0 && (isSearching ? t('objects.searching') : t('objects.nothing'))}
      </p>
    </div>
  );
}

const toPicked = (door: PickedDoor | undefined): PickedDoor[] => {
  if (!door) return [];
  const { object_type, object_identifier, name } = door;
  return [{ object_type, object_identifier, name }];
};
