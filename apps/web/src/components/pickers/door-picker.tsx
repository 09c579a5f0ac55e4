import type { AccessProfile, ObjectType } from '@key2xs/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PickedDoor } from '#lib/addresses/picked-door';
import { MultiPicker } from '#ui/picker/multi-picker';
import { bestFirst } from './best-first';
import { useDoorSearch } from './use-door-search';

const SEARCH_MS = 250;
const kinds = ['access_profile', 'cylinder_group', 'location', 'cylinder'] as const satisfies readonly ObjectType[];

type Props = {
  label: string;
  description: string;
  value: readonly PickedDoor[];
  onChange: (doors: PickedDoor[]) => void;
  /** Offered beside groups and cylinders, as are places; a profile holds neither. */
  profiles?: readonly AccessProfile[];
  withPlaces?: boolean;
  /** Only doors of these key systems; of all where there are none. */
  keySystemIds: readonly string[];
  error?: string | undefined;
  isOptional?: boolean;
  ref?: Ref<HTMLInputElement>;
};

const nameOf = ({ name }: PickedDoor) => name;
const keyOf = ({ object_type, object_identifier }: PickedDoor) => `${object_type}:${object_identifier}`;

/** Profiles, groups, places and cylinders in one search by the server. Chosen items keep their names during a search. */
export function DoorPicker({ label, description, value, onChange, error, isOptional, ref, ...offer }: Props) {
  const { t } = useTranslation('pickers');
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const [search] = useDebouncedValue(wanted, SEARCH_MS);
  const { found, failed, isSearching } = useDoorSearch({ search, ...offer });
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
    label: t(`doors.kinds.${kind}`),
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
        isOptional={isOptional}
        chosen={value.map((door) => ({ value: keyOf(door), label: door.name }))}
        onRemove={(key) => onChange(value.filter((door) => keyOf(door) !== key))}
        removeLabelOf={(name) => t('remove', { name })}
        groups={groups}
        typed={typed}
        onType={setTyped}
        isSearching={!isSettled}
        onChoose={choose}
      />
      <p className="mute" role="status">
        {offered.length === 0 && t(isSettled ? 'nothing' : 'searching')}
      </p>
    </div>
  );
}

const asPicked = ({ object_type, object_identifier, name }: PickedDoor): PickedDoor => ({
  object_type,
  object_identifier,
  name,
});
