import {
  type CountCorrection,
  type CountDetail,
  type CountDifference,
  type CountDifferenceName,
  correctionOf,
  countDifferences,
} from '@key2xs/contract';
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countDifferencesQuery } from '#data/key-systems/key-counts';
import { formatNumber } from '#lib/format';
import { Mono } from '#ui/mono';
import { Empty, Failure, Loading } from '#ui/page-states';

/** What is decided of keys when the count is closed. */
export type Corrections = ReadonlyMap<string, CountCorrection>;

type Props = { count: CountDetail; corrections: Corrections; onCorrect: (corrections: Corrections) => void };

const step = 50;

/** Differences by kind. In an open count each can be marked for a correction, which happens when it is closed. */
export function Differences({ count, corrections, onCorrect }: Props) {
  const { t } = useTranslation('key-desk');
  const kinds = countDifferences.filter((kind) => count.figures[kind] > 0);
  const [chosen, setChosen] = useState<CountDifferenceName>();
  const kind = kinds.find((one) => one === chosen) ?? kinds[0];
  if (!kind) return <Empty title={t('counts.noDifferences')} hint={t('counts.noDifferencesHint')} />;
  return (
    <section aria-label={t('counts.differences')} className="count-differences">
      <SegmentedControl
        aria-label={t('counts.differences')}
        value={kind}
        onChange={(value) => setChosen(kinds.find((one) => one === value))}
        data={kinds.map((value) => ({
          value,
          label: `${t(`counts.kinds.${value}`)} (${formatNumber(count.figures[value])})`,
        }))}
      />
      <OfKind key={kind} {...{ count, kind, corrections, onCorrect }} />
    </section>
  );
}

function OfKind({ count, kind, corrections, onCorrect }: Props & { kind: CountDifferenceName }) {
  const { t } = useTranslation('key-desk');
  const [limit, setLimit] = useState(step);
  const { data, error, refetch } = useQuery(countDifferencesQuery(count, { kind, limit }));
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('counts.loading')} />;
  const correction = count.closed_at === null ? correctionOf[kind] : null;
  const fits = correction !== null && !(correction === 'store' && count.storage === '');
  const toggle = (id: string) => {
    const next = new Map(corrections);
    if (!next.delete(id) && correction) next.set(id, correction);
    onCorrect(next);
  };
  return (
    <>
      <ul className="desk-keys">
        {data.items.map((one) => (
          <li key={one.id}>
            <Mono>{one.marking}</Mono>
            <span>
              {one.name} <Facts difference={one} />
            </span>
            {fits && one.key_id ? (
              <Checkbox
                className="desk-choice"
                label={t(`counts.corrections.${correction}`)}
                aria-label={`${one.marking}: ${t(`counts.corrections.${correction}`)}`}
                checked={corrections.has(one.key_id)}
                onChange={() => toggle(one.key_id ?? '')}
              />
            ) : (
              <span>{one.correction && t(`counts.corrected.${one.correction}`)}</span>
            )}
          </li>
        ))}
      </ul>
      {data.total > data.items.length && (
        <div className="desk-foot">
          <span className="mute">{t('detail.moreHistory', { shown: data.items.length, total: data.total })}</span>
          {limit < 200 && (
            <Button size="compact-sm" variant="default" onClick={() => setLimit(200)}>
              {t('counts.showMore')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function Facts({ difference: { kind, holder, storage, connection_name } }: { difference: CountDifference }) {
  const { t } = useTranslation('key-desk');
  const facts = [
    kind === 'handed_out' && holder,
    (kind === 'elsewhere' || kind === 'missing') && storage && t('counts.keptAt', { place: storage }),
    connection_name,
  ].filter(Boolean);
  return <span className="mute">{facts.join(' · ')}</span>;
}
