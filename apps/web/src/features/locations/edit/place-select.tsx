import type { LocationNode } from '@key2xs/contract';
import { Select } from '@mantine/core';
import { type Ref, useMemo } from 'react';
import { pathOf } from '../tree/tree-rows';

type Props = {
  label: string;
  description?: string;
  placeholder?: string;
  /** The places offered. */
  places: readonly LocationNode[];
  /** Where paths are looked up, if more than the places offered. */
  all?: readonly LocationNode[];
  value: string | null;
  onChange: (id: string | null) => void;
  error?: string;
  isRequired?: true;
  ref?: Ref<HTMLInputElement>;
};

/** Selects a place by any part of its path. */
export function PlaceSelect({ places, all = places, value, onChange, isRequired, ...words }: Props) {
  const data = useMemo(
    () => places.map(({ id }) => ({ value: id, label: pathOf(all, id).join(' / ') })),
    [places, all],
  );
  return (
    <Select
      {...words}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      clearable={!isRequired}
      required={isRequired}
      limit={100}
      comboboxProps={{ withinPortal: false }}
      withScrollArea={false}
      styles={{ options: { maxHeight: 240, overflowY: 'auto' } }}
    />
  );
}
