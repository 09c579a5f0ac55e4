import type { KeyCase } from '@key2xs/contract';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { caseOwnersQuery } from '#data/key-systems/key-cases';

type Props = { value: string | null; known?: KeyCase['owner']; onChange: (id: string | null) => void };

/** The administrator who looks after a case; cleared, no one does. */
export function OwnerSelect({ value, known = null, onChange }: Props) {
  const { t } = useTranslation('key-cases');
  const { data } = useQuery(caseOwnersQuery);
  const owners = data?.items ?? [];
  // Who looks after it now may no longer be one of those who can.
  const all = known && !owners.some(({ id }) => id === known.id) ? [known, ...owners] : owners;
  return (
    <Select
      label={t('columns.owner')}
      placeholder={t('owner.nobody')}
      searchable
      clearable
      value={value}
      onChange={onChange}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
