import type { AccessProfile, ObjectType } from '@key2xs/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MultiPicker } from '#ui/picker/multi-picker';
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
  const wanted = typed.trim();
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
  const groups = kinds.map((kind) => ({
    label: t(`objects.${kind}`),
    choices: offered
      .filter((door) => door.object_type === kind)
      .map((door) => ({ value: keyOf(door), label: door.label })),
  }));
  const choose = (key: string) => {
    const door = offered.find((one) => keyOf(one) === key);
    if (door) onChange([...value, asPicked(door)]);
  };
  return (
    <div>
      <MultiPicker
        ref={ref}
        label={label}
        description={description}
        error={error ?? failed?.message}
        chosen={value.map((door) => ({ value: keyOf(door), label: door.name }))}
        onRemove={(key) => onChange(value.filter((door) => keyOf(door) !== key))}
        groups={groups}
        typed={typed}
        onType={setTyped}
        isSearching={!isSettled}
        onChoose={choose}
      />
      <p className="mute" role="status">
        {offered.length === 0 && t(isSettled ? 'objects.nothing' : 'objects.searching')}
      </p>
    </div>
  );
}

const asPicked = ({ object_type, object_identifier, name }: PickedDoor): PickedDoor => ({
  object_type,
  object_identifier,
  name,
});
