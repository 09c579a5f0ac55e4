import type { ChangedPersonDetails, ChangeSet } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';

type Props = { changeSet: ChangeSet; person: ChangedPersonDetails };

/**
 * Of the affected doors: how many the plans grant now, how many are recorded, and that the keys themselves are
 * unknown here.
 */
export function Layers({ changeSet, person: { layers, held_keys, keys_read_at } }: Props) {
  const { t } = useTranslation('change-sets');
  const { of, desired, recorded } = layers;
  const share = (count: number) =>
    count === 0 ? t('doors.layers.no') : count === of ? t('doors.layers.yes') : t('doors.layers.some', { count, of });
  const items = [
    { label: t('doors.layers.desired'), value: share(desired) },
    ...(recorded === null ? [] : [{ label: t('doors.layers.recorded'), value: share(recorded) }]),
    {
      label: t('doors.layers.onKey'),
      value: held_keys.length === 0 && keys_read_at ? t('doors.layers.noKey') : t('doors.layers.unknown'),
    },
  ];
  return (
    <>
      <dl className="layers" aria-label={t('doors.layers.label')}>
        {items.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mute">{t(`doors.layers.as.${changeSet.kind}`)}</p>
    </>
  );
}
