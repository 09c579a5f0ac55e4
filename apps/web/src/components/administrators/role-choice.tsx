import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminRolesQuery } from '#data/people/administrators';
import { Failure, Loading } from '#ui/page-states';

type Props = { value: string[]; onChange: (ids: string[]) => void; error: string | undefined };

/** The roles of a sub-admin, each with what it allows. */
export function RoleChoice({ value, onChange, error }: Props) {
  const { t } = useTranslation('administrators');
  const { data, error: failure, refetch } = useQuery(adminRolesQuery);
  if (!data) return failure ? <Failure error={failure} onRetry={refetch} /> : <Loading label={t('roles.loading')} />;
  return (
    <Checkbox.Group label={t('form.roles')} value={value} onChange={onChange} error={error}>
      <Stack gap="xs" mt={6} mb={error ? 6 : 0}>
        {data.items.length === 0 && <p className="mute">{t('form.noRoles')}</p>}
        {data.items.map(({ id, name, functions }) => (
          <Checkbox
            key={id}
            value={id}
            label={name}
            description={functions.map((one) => t(`functions.${one}.name`)).join(', ') || t('roles.nothing')}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
