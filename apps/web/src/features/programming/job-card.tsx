import type { ProgrammingWork } from '@key2xs/contract';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useJobWords } from '#components/programming/use-job-words';
import { formatDate } from '#lib/format';
import { Mono } from '#ui/mono';
import { PlaceLink } from '#ui/place-link';
import { StatusTag, type Tone } from '#ui/status-tag';

type Props = { job: ProgrammingWork; isSelected: boolean; onSelect: (isSelected: boolean) => void };

const tones: Partial<Record<NonNullable<ProgrammingWork['writing']>, Tone>> = {
  refused: 'red',
  gone: 'red',
  to_enter: 'amber',
  entered: 'amber',
};

/** What is to be done where, by whom, and what is under way. */
export function JobCard({ job, isSelected, onSelect }: Props) {
  const { t } = useTranslation('programming');
  const kindWord = useJobWords();
  const { cylinder, kind, key, order, writing, wanted_key, problem } = job;
  const marking = cylinder?.marking ?? t('card.unknown');
  const carrier = job.programming_key && t('card.on', { marking: job.programming_key.marking });
  const when = job.done_at
    ? t('card.done', { date: formatDate(job.done_at) })
    : t('card.created', { date: formatDate(job.created_at) });
  const label =
    writing === 'assigning' && wanted_key
      ? t('writing.assigningTo', { marking: wanted_key.marking })
      : writing && t(`writing.${writing}`);
  return (
    <li className="job-card" data-selected={isSelected || undefined}>
      <Checkbox
        size="xs"
        aria-label={t('select', { kind: kindWord(kind), cylinder: marking })}
        checked={isSelected}
        onChange={(event) => onSelect(event.currentTarget.checked)}
      />
      <div>
        <strong>{kindWord(kind)}</strong>{' '}
        {cylinder ? (
          <PlaceLink to="/cylinders" search={{ open: cylinder.id }}>
            <Mono>{marking}</Mono>
          </PlaceLink>
        ) : (
          marking
        )}
        <div>{cylinder?.location_path ?? cylinder?.name}</div>
        {key && <div>{t('card.key', { marking: key.marking })}</div>}
        <div className="mute">{[carrier, when].filter(Boolean).join(', ')}</div>
        <div className="mute">{order ? t('card.by', { name: order.by, reason: order.reason }) : t('card.others')}</div>
        {writing && label && <StatusTag tone={tones[writing] ?? 'blue'} label={label} />}
        {problem && <p className="job-problem">{problem}</p>}
      </div>
    </li>
  );
}
