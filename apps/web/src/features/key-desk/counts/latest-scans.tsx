import type { CountDetail } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRemoveScan } from '#data/key-systems/key-counts';
import { formatInstant } from '#lib/format';
import { Mono } from '#ui/mono';
import { useToast } from '#ui/toast';
import '../../../components/key-lists.css';

/** What was scanned last, by everybody who counts, to take out what was scanned by mistake. */
export function LatestScans({ count }: { count: CountDetail }) {
  const { t } = useTranslation('key-desk');
  const toast = useToast();
  const remove = useRemoveScan(count.id);
  if (count.latest.length === 0) return <p className="mute">{t('counts.nothingYet')}</p>;
  return (
    <ul className="key-history" aria-label={t('counts.latest')}>
      {count.latest.map(({ id, text, key_id, at, by }) => (
        <li key={id} className="count-scan">
          <span>
            <Mono>{text}</Mono> {key_id === null && t('counts.kinds.unknown')}
            <span className="mute">
              {' '}
              {by} · {formatInstant(at)}
            </span>
          </span>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={t('counts.remove', { name: text })}
            onClick={() => remove.mutate(id, { onError: ({ message }) => toast.failure(message) })}
          >
            <IconTrash size={16} aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
}
