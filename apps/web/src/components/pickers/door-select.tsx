import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SinglePicker } from '#ui/picker/single-picker';
import { useDoorSearch } from './use-door-search';

const searchMs = 250;
/** What is offered unless other kinds are named. */
const usual = ['location', 'cylinder'] as const;

type Kind = 'location' | 'cylinder' | 'cylinder_group';

/** A place, a group or a single door. */
export type ChosenDoor<Of extends Kind> = { of: Of; id: string };

type Props<Of extends Kind> = {
  label: string;
  placeholder: string;
  /** The name of what is chosen; null without one. */
  chosen: string | null;
  onChoose: (door: ChosenDoor<Of> | null) => void;
};

/** Selects one door or place by search. */
export const DoorSelect = (props: Props<(typeof usual)[number]>) => <DoorSelectOf kinds={usual} {...props} />;

/** The same, of other kinds. */
export function DoorSelectOf<Of extends Kind>({ kinds, onChoose, ...field }: Props<Of> & { kinds: readonly Of[] }) {
  const { t } = useTranslation('pickers');
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const [search] = useDebouncedValue(wanted, searchMs);
  const { found, isSearching } = useDoorSearch({ search, withPlaces: true, keySystemIds: [] });
  const isSettled = search === wanted && !isSearching;
  const groups = kinds.map((kind: Kind) => ({
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
