import type { Key } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ringsOfKeysQuery } from '#data/key-systems/key-rings';
import { Notice } from '#ui/notice';
import type { DeskMode } from '../key-desk-search';

type Props = { mode: DeskMode; keys: readonly Key[]; onAdd: (keys: readonly Key[]) => void };

/** Offers the rest of a ring of which a key is on the list, and says what of it cannot go with it. */
export function RingOffers({ mode, keys, onAdd }: Props) {
  const { t } = useTranslation('key-desk');
  const ids = keys.map(({ id }) => id);
  const { data } = useQuery({
    ...ringsOfKeysQuery(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  if (!data || ids.length === 0) return null;
  const first = keys[0]?.custody.holder;
  const goesWith = ({ custody: { state, holder } }: Key) =>
    mode === 'hand_out'
      ? state === 'in_stock' || state === 'reserved'
      : state === 'handed_out' && JSON.stringify(holder) === JSON.stringify(first);
  const names = (of: readonly Key[]) => of.map(({ marking }) => marking).join(', ');
  return data.rings.map(({ id, name, keys: all }) => {
    const isOn = all.some((key) => ids.includes(key.id));
    const rest = all.filter((key) => !ids.includes(key.id));
    if (!isOn || rest.length === 0) return null;
    const offered = rest.filter(goesWith);
    const kept = rest.filter((key) => !goesWith(key));
    return (
      <Notice
        key={id}
        tone={kept.length > 0 ? 'amber' : 'blue'}
        title={t('rings.onRing', { name })}
        actions={
          offered.length > 0 && (
            <Button size="compact-sm" variant="default" onClick={() => onAdd(offered)}>
              {t('rings.addRest', { names: names(offered) })}
            </Button>
          )
        }
      >
        {kept.length > 0 && t('rings.notThere', { count: kept.length, names: names(kept) })}
      </Notice>
    );
  });
}
