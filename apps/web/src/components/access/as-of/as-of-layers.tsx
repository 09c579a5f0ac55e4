import { type AccessAsOf, accessAsOf } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { asOfQuery } from '#data/people/access';
import { formatInstant } from '#lib/format';
import { Failure, Loading } from '#ui/page-states';
import { PlaceLink } from '#ui/place-link';
import { LayerTile } from '../layer-tile';

/** How many rights each layer had, since when each is known, and which versions of plans gave them. */
export function AsOfLayers({ answer }: { answer: AccessAsOf }) {
  const { t } = useTranslation('access');
  const { at, desired, recorded, effective, plans } = answer;
  const rights = (count: number) => t('asOf.rights', { count });
  const since = (known_since: string) => t('asOf.since', { at: formatInstant(known_since) });
  // Of a moment to come, and of one before a layer was kept, nothing was counted.
  const isToCome = Date.parse(at) > Date.now() + clockMarginMs;
  const isKnown = ({ known_since }: Layer) => !isToCome && Date.parse(at) >= Date.parse(known_since);
  const value = (layer: Layer) => (layer.rights === 0 && !isKnown(layer) ? t('asOf.notCounted') : rights(layer.rights));
  return (
    <>
      <div className="layers layers-inside">
        <LayerTile isInside title={t('asOf.layers.desired')} value={rights(desired.rights)}>
          {since(desired.known_since)}
        </LayerTile>
        <LayerTile isInside title={t('asOf.layers.recorded')} value={value(recorded)}>
          {recorded.not_known > 0 && t('asOf.notKnown', { count: recorded.not_known })} {since(recorded.known_since)}{' '}
          {t('asOf.foreign')}
        </LayerTile>
        <LayerTile isInside title={t('asOf.layers.effective')} value={value(effective)}>
          {effective.not_known > 0 && t('asOf.notKnown', { count: effective.not_known })} {since(effective.known_since)}{' '}
          {t('asOf.keyHours')}
        </LayerTile>
      </div>
      {plans.length > 0 && (
        <ul className="lines">
          {plans.map(({ keyplan_id, keyplan_name: name, version, published_at, published_by }) => (
            <li key={keyplan_id}>
              {t('asOf.plan', {
                name,
                version,
                at: formatInstant(published_at),
                by: published_by || t('asOf.upgrade'),
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type Layer = AccessAsOf['recorded'];

const clockMarginMs = 60_000;

/** The layers of a door or place at a past moment, with a link to each right. */
export function AsOfSummary({ of, id, at }: { of: 'cylinder' | 'location'; id: string; at: string }) {
  const { t } = useTranslation('access');
  const may = useMay(accessAsOf.get);
  const { data, error, refetch } = useQuery({ ...asOfQuery({ of, id }, at), enabled: may });
  if (!may) return null;
  return (
    <section style={{ marginTop: 20 }} aria-label={t('asOf.title')}>
      <h3 style={{ marginBottom: 8 }}>{t('asOf.title')}</h3>
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('asOf.loading')} />)}
      {data && <AsOfLayers answer={data} />}
      <p style={{ marginTop: 8 }}>
        <PlaceLink to="/access/who" search={{ of, id, at }}>
          {t('asOf.each')}
        </PlaceLink>
      </p>
    </section>
  );
}
