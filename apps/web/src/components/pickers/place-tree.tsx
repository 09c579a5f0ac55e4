import type { LocationNode } from '@key2xs/contract';
import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { locationTreeQuery } from '#data/key-systems/locations';
import type { PickedDoor } from '#lib/addresses/picked-door';
import { SensitiveTag } from './sensitive-tag';
import './place-tree.css';

type Props = {
  value: readonly PickedDoor[];
  onChange: (doors: PickedDoor[]) => void;
  /** From the start. */
  isShown?: boolean;
};

/** All places as a tree to choose from, beside the search; nothing where there are no places. */
export function PlaceTree({ isShown = false, ...props }: Props) {
  const { t } = useTranslation('pickers');
  const [isOpen, setIsOpen] = useState(isShown);
  return (
    <>
      <Button variant="subtle" size="compact-sm" ml={-8} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t(isOpen ? 'places.hide' : 'places.show')}
      </Button>
      {isOpen && <Tree {...props} />}
    </>
  );
}

function Tree({ value, onChange }: Props) {
  const { t } = useTranslation('pickers');
  const { data } = useQuery(locationTreeQuery);
  if (!data) return <p className="mute">{t('places.loading')}</p>;
  if (data.places.length === 0) return <p className="mute">{t('places.none')}</p>;
  const names = new Map(data.places.map((place) => [place.id, place]));
  const pathOf = ({ name, parent_id }: LocationNode): string => {
    const parent = parent_id === null ? undefined : names.get(parent_id);
    return parent ? `${pathOf(parent)} / ${name}` : name;
  };
  const isChosen = ({ id }: LocationNode) => value.some(({ object_identifier }) => object_identifier === id);
  const choose = (place: LocationNode, isOn: boolean) =>
    onChange(
      isOn
        ? [...value, { object_type: 'location', object_identifier: place.id, name: pathOf(place) }]
        : value.filter(({ object_identifier }) => object_identifier !== place.id),
    );
  return (
    <div className="place-picker">
      <Branches places={data.places} within={null} isChosen={isChosen} onChoose={choose} />
    </div>
  );
}

type BranchProps = {
  places: readonly LocationNode[];
  within: string | null;
  isChosen: (place: LocationNode) => boolean;
  onChoose: (place: LocationNode, isOn: boolean) => void;
};

function Branches(props: BranchProps) {
  const { places, within } = props;
  const here = places.filter(({ parent_id }) => parent_id === within);
  if (here.length === 0) return null;
  return (
    <ul>
      {here.map((place) => (
        <Branch key={place.id} place={place} {...props} />
      ))}
    </ul>
  );
}

function Branch({ place, ...props }: BranchProps & { place: LocationNode }) {
  const { t } = useTranslation('pickers');
  const [isOpen, setIsOpen] = useState(false);
  const { places, isChosen, onChoose } = props;
  const hasMore = places.some(({ parent_id }) => parent_id === place.id);
  const isOn = isChosen(place);
  return (
    <li>
      <div className="place-picker-row">
        {hasMore ? (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-expanded={isOpen}
            aria-label={t('places.inside', { name: place.name })}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? '▾' : '▸'}
          </Button>
        ) : (
          <span className="place-picker-leaf" />
        )}
        <Checkbox
          size="xs"
          checked={isOn}
          onChange={(event) => onChoose(place, event.currentTarget.checked)}
          label={t('doors.place', { name: place.name, count: place.cylinders })}
        />
        <SensitiveTag protectionClass={place.protection_class ?? undefined} />
      </div>
      {isOpen && <Branches {...props} within={place.id} />}
    </li>
  );
}
