import { type KeyPlan, Side } from '@key2xs/contract';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Sides, versionsQuery } from '#data/plans/plan-versions';
import { formatDate } from '#lib/format';
import { usePatchSearch } from '#ui/table/url-state';

/** What is compared with what, kept in the address. */
export function SidePicker({ plan, sides }: { plan: KeyPlan; sides: Sides }) {
  const { t } = useTranslation('plan-versions');
  const patch = usePatchSearch();
  const { data } = useQuery(versionsQuery(plan.id));
  const versions = data?.rows.map(({ number, at }) => ({
    value: String(number),
    label: t('impact.version', { number, date: formatDate(at) }),
  }));
  const known = [
    { value: 'in_force', label: t('impact.inForce') },
    { value: 'draft', label: t('impact.draft') },
    ...(versions ?? []),
  ];
  return (
    <div className="actions">
      {(['from', 'to'] as const).map((end) => (
        <Select
          key={end}
          label={t(`impact.${end}`)}
          data={withChosen(known, sides[end], t('impact.version', { number: sides[end], date: '…' }))}
          value={sides[end]}
          allowDeselect={false}
          style={{ flex: '0 1 240px' }}
          onChange={(chosen) => patch({ [end]: Side.parse(chosen), open: undefined })}
        />
      ))}
    </div>
  );
}

type Option = { value: string; label: string };

/** An older version than those listed, or one not read yet, is offered too. */
const withChosen = (known: Option[], value: string, label: string): Option[] =>
  known.some((one) => one.value === value) ? known : [...known, { value, label }];
