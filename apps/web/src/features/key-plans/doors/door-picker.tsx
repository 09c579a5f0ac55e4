import type { AccessProfile, ObjectType } from '@key2xs/contract';
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type Ref, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choicesInPlace } from '../list-in-place';
import { bestFirst } from './best-first';
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
  ref?: Ref<HTMLInputElement>;
};

const nameOf = ({ name }: PickedDoor) => name;
const keyOf = ({ object_type, object_identifier }: PickedDoor) => `${object_type}:${object_identifier}`;

/** Profiles, groups, places and cylinders in one search by the server. Chosen items keep their names during a search. */
export function DoorPicker({ label, description, value, onChange, profiles, keySystemId, error, ref }: Props) {
  const { t } = useTranslation('key-plans');
  const [typed, setTyped] = useState('');
  // Enter pressed before the search has answered takes its first match as soon as it has, also once the field was left.
  const [awaited, setAwaited] = useState<string>();
  const wanted = awaited ?? typed.trim();
  const [search] = useDebouncedValue(wanted, SEARCH_MS);
  const { found, failed, isSearching } = useDoorSearch({
    search,
    profiles: profiles ?? [],
    withPlaces: profiles !== undefined,
    keySystemId,
  });

  const chosen = new Set(value.map(keyOf));
  // What an earlier text has found is not offered for this one: Enter would take the wrong door.
  const isSettled = search === wanted && !isSearching;
  const offered = isSettled
    ? bestFirst(
        found.filter((door) => !chosen.has(keyOf(door))),
        search,
        nameOf,
      )
    : [];
  const known = new Map([...value, ...offered].map((door) => [keyOf(door), door]));
  const data = kinds.map((kind) => ({
    group: t(`objects.${kind}`),
    items: [...value.map((door) => ({ ...door, label: door.name })), ...offered]
      .filter((door) => door.object_type === kind)
      .map((door) => ({ value: keyOf(door), label: door.label })),
  }));
  const choose = (keys: string[]) => onChange(keys.flatMap((key) => toPicked(known.get(key))));
  const first = kinds.flatMap((kind) => offered.filter(({ object_type }) => object_type === kind))[0];
  const onKeyDown = (event: KeyboardEvent) => {
    choicesInPlace.onKeyDown(event);
    if (event.key === 'Enter' && typed.trim() !== '' && !isSettled) setAwaited(typed.trim());
  };
  const type = (text: string) => {
    setTyped(text);
    if (text !== '') setAwaited(undefined);
  };
  useEffect(() => {
    if (awaited === undefined || !isSettled) return;
    setAwaited(undefined);
    setTyped('');
    if (first) choose([...chosen, keyOf(first)]);
  });

  return (
    <div>
      <MultiSelect
        ref={ref}
        label={label}
        description={description}
        required
        error={error ?? failed?.message}
        data={data.filter(({ items }) => items.length > 0)}
        value={[...chosen]}
        onChange={choose}
        searchable
        searchValue={typed}
        onSearchChange={type}
        // The server has searched; options chosen before must not be filtered by what is typed now.
        filter={({ options }) => options}
        hidePickedOptions
        {...choicesInPlace}
        onKeyDown={onKeyDown}
      />
      <p className="mute" role="status">
        {offered.length === 0 && t(isSettled ? 'objects.nothing' : 'objects.searching')}
      </p>
    </div>
  );
}

const toPicked = (door: PickedDoor | undefined): PickedDoor[] => {
  if (!door) return [];
  const { object_type, object_identifier, name } = door;
  return [{ object_type, object_identifier, name }];
};
