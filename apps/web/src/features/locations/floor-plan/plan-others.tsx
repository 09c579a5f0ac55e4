import type { FloorPlanItem } from '@key2xs/contract';
import { TextInput } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PinShape } from './pin-shape';

type Props = {
  items: readonly FloorPlanItem[];
  unlisted: number;
  chosen: string | undefined;
  /** By a click, which the next click on the plan follows, or by key, which puts it in the middle. */
  onChoose: (item: FloorPlanItem, by: 'pointer' | 'key') => void;
};

/** What has no pin yet. */
export function PlanOthers({ items, unlisted, chosen, onChoose }: Props) {
  const { t } = useTranslation('locations');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const found = items.filter(({ name, location_path }) =>
    `${name} ${location_path}`.toLocaleLowerCase().includes(wanted),
  );
  return (
    <section className="plan-others" aria-label={t('plan.others')}>
      <h3>{t('plan.others')}</h3>
      {items.length === 0 && <p className="mute">{t('plan.othersNone')}</p>}
      {items.length > 8 && (
        <TextInput
          aria-label={t('plan.search')}
          placeholder={t('plan.search')}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      {items.length > 0 && found.length === 0 && <p className="mute">{t('plan.searchNone')}</p>}
      <ul>
        {found.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              aria-pressed={item.id === chosen}
              // A click by key has no detail.
              onClick={({ detail }: MouseEvent) => onChoose(item, detail === 0 ? 'key' : 'pointer')}
            >
              <PinShape state={item.state} />
              <span>
                {item.name}
                <small className="mute">{item.location_path}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {unlisted > 0 && <p className="mute">{t('plan.othersMore', { count: unlisted })}</p>}
    </section>
  );
}
