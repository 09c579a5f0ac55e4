import type { Administrator } from '@key2xs/contract';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { administratorsQuery } from '#data/people/administrators';
import { nameOf } from '../details/administrator-words';

type Props = {
  label: string;
  value: string | null;
  onChange: (id: string | null, name: string) => void;
  isOffered: (administrator: Administrator) => boolean;
  error?: string | undefined;
};

/** Selects an administrator by name. */
export function AdministratorSelect({ label, value, onChange, isOffered, error }: Props) {
  const { t } = useTranslation('administrators');
  const { data } = useQuery(administratorsQuery);
  const offered = data?.rows.filter(isOffered) ?? [];
  return (
    <Select
      label={label}
      required
      searchable
      data={offered.map((one) => ({
        value: one.id,
        label: one.name ? t('named', { name: one.name, username: one.username }) : one.username,
      }))}
      value={value}
      onChange={(id) => {
        const chosen = offered.find((one) => one.id === id);
        onChange(id, chosen ? nameOf(chosen) : '');
      }}
      error={error}
      comboboxProps={{ withinPortal: false }}
      styles={{ options: { maxHeight: 240, overflowY: 'auto' } }}
      withScrollArea={false}
    />
  );
}
