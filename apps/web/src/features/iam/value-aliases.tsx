import { renames } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MayCall } from '#components/may-call';
import { aliasesQuery, useRemoveAlias } from '#data/sources/renames';
import { useToast } from '#ui/toast';

/** Aliases of values in this source, each with a button to remove it. Hidden without any. */
export function ValueAliases({ connectionId }: { connectionId: string }) {
  const { t } = useTranslation('iam');
  const { data } = useQuery(aliasesQuery(connectionId));
  const remove = useRemoveAlias(connectionId);
  const toast = useToast();
  if (!data || data.items.length === 0) return null;
  const follow = {
    onSuccess: ({ message }: { message?: string | undefined }) => {
      if (message) toast.success(message);
    },
    onError: (error: Error) => toast.failure(error.message),
  };
  return (
    <section aria-label={t('aliases.title')} style={{ marginTop: 28 }}>
      <h3>{t('aliases.title')}</h3>
      <p className="mute">{t('aliases.hint')}</p>
      <ul>
        {data.items.map(({ id, field, source_value, read_as }) => (
          <li key={id}>
            {t(`aliases.${field}`, { value: source_value, read_as })}{' '}
            <MayCall of={[renames.removeAlias]}>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t('aliases.removeOne', { value: source_value })}
                loading={remove.isPending && remove.variables === id}
                onClick={() => remove.mutate(id, follow)}
              >
                {t('aliases.remove')}
              </Button>
            </MayCall>
          </li>
        ))}
      </ul>
    </section>
  );
}
