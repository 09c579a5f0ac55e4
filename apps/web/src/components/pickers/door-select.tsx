import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SinglePicker } from '#ui/picker/single-picker';
import { useDoorSearch } from './use-door-search';

const searchMs = 250;
const kinds = ['location', 'cylinder'] as const;

/** A place or a single door. */
export type ChosenDoor = { of: (typeof kinds)[number]; id: string };

type Props = {
  label: string;
  placeholder: string;
  /** The name of what is chosen; null without one. */
  chosen: string | null;
  onChoose: (door: ChosenDoor | null) => void;
};

/** Selects one door or place by search. */
export function DoorSelect({ onChoose, ...field }: Props) {
  const { t } = useTranslation('pickers');
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const [search] = useDebouncedValue(wanted, searchMs);
  const { found, isSearching } = useDoorSearch({ search, withPlaces: true, keySystemIds: [] });
  const isSettled = search === wanted && !isSearching;
  const groups = kinds.map((kind) => ({
    label: t(`doors.kinds.${kind}`),
    choices: (isSettled ? found : [])
      .filter(({ object_type }) => object_type === kind)
      .map(({ object_identifier, label }) => ({ value: `${kind} ${object_identifier}`, label })),
  }));
  const choose = (value: string | null) => {
    const [kind, id] = value?.split(' ') ?? [];
    const of = kinds.find((one) => one === kind);
    onChoose(of && id ? { of, id } : null);
  };
  return (
    <SinglePicker
      {...field}
      typed={typed}
      onType={setTyped}
      groups={groups}
      isSearching={isSearching}
      onChoose={choose}
    />
  );
}
