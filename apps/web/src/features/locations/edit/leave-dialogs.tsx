import type { Location, LocationNode } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { floorPlanQuery, useMergeLocations, useRemoveLocation } from '#data/key-systems/locations';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import { ancestorIds } from '../tree/tree-rows';
import { PlaceSelect } from './place-select';

type Props = {
  place: Location;
  places: readonly LocationNode[];
  onClose: () => void;
  onGone: (next: string | null) => void;
};

/** Places that are neither this one nor inside it. */
const othersThan = (places: readonly LocationNode[], id: string) =>
  places.filter((one) => one.id !== id && !ancestorIds(places, one.id).includes(id));

/** Deletes a place. Its content needs another place, and so do rules that name it. */
export function RemoveDialog({ place, places, onClose, onGone }: Props) {
  const { t } = useTranslation('locations');
  const remove = useRemoveLocation();
  const toast = useToast();
  const { id, name, cylinders, access_rules, parent_id } = place;
  const [target, setTarget] = useState<string | null>(parent_id);
  const below = places.filter((one) => ancestorIds(places, one.id).includes(id)).length;
  const isEmpty = below + cylinders + access_rules === 0;
  const run = () =>
    remove.mutate(
      { params: { id }, query: isEmpty || target === null ? {} : { target } },
      {
        onSuccess: () => {
          toast.success(t('remove.done', { name }));
          onGone(isEmpty ? parent_id : target);
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('remove.title', { name })}
      confirmLabel={t('remove.confirm')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={run}
      onCancel={onClose}
    >
      {isEmpty && <p>{t('remove.empty')}</p>}
      {!isEmpty && (
        <>
          <p style={{ marginBottom: 12 }}>
            {t('remove.content', {
              places: t('counted.places', { count: below }),
              cylinders: t('counted.cylinders', { count: cylinders }),
            })}
          </p>
          <NamedBy rules={access_rules} />
          <PlaceSelect
            label={t('remove.target')}
            places={othersThan(places, id)}
            all={places}
            value={target}
            onChange={setTarget}
            isRequired
          />
        </>
      )}
      <PlanOf place={place} places={places} target={isEmpty ? null : target} />
      {remove.error && <Failed message={remove.error.message} />}
    </ConfirmDialog>
  );
}

export function MergeDialog({ place, places, onClose, onGone }: Props) {
  const { t } = useTranslation('locations');
  const merge = useMergeLocations();
  const toast = useToast();
  const { id, name } = place;
  const [into, setInto] = useState<string | null>(null);
  const [wasTried, setWasTried] = useState(false);
  const run = () => {
    if (into === null) return setWasTried(true);
    merge.mutate(
      { params: { id }, body: { into } },
      {
        onSuccess: (merged) => {
          toast.success(t('merge.done', { name, into: merged.name }));
          onGone(merged.id);
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('merge.title', { name })}
      confirmLabel={t('merge.confirm')}
      isDangerous
      isBusy={merge.isPending}
      onConfirm={run}
      onCancel={onClose}
    >
      <p style={{ marginBottom: 12 }}>{t('merge.text', { name })}</p>
      <NamedBy rules={place.access_rules} />
      <PlaceSelect
        label={t('merge.into')}
        placeholder={t('place.choose')}
        places={othersThan(places, id)}
        all={places}
        value={into}
        onChange={setInto}
        error={wasTried && into === null ? t('place.choose') : undefined}
        isRequired
      />
      {into !== null && <PlanOf place={place} places={places} target={into} />}
      {merge.error && <Failed message={merge.error.message} />}
    </ConfirmDialog>
  );
}

/** The effect on rules that name the place: they may open more doors afterwards. */
function NamedBy({ rules }: { rules: number }) {
  const { t } = useTranslation('locations');
  return rules > 0 && <p style={{ marginBottom: 12 }}>{t('remove.rules', { count: rules })}</p>;
}

type PlanOfProps = { place: Location; places: readonly LocationNode[]; target: string | null };

/** What becomes of the floor plan of the place. */
function PlanOf({ place: { id, name }, places, target }: PlanOfProps) {
  const { t } = useTranslation('locations');
  const { data: plan } = useQuery(floorPlanQuery(id));
  const { data: other } = useQuery({ ...floorPlanQuery(target ?? ''), enabled: target !== null });
  if (!plan?.picture || (target !== null && !other)) return null;
  const into = places.find((one) => one.id === target)?.name ?? '';
  const fate = target === null ? 'gone' : other?.picture ? 'replaced' : 'moved';
  return <p style={{ marginTop: 12 }}>{t(`remove.plan.${fate}`, { name, into })}</p>;
}

const Failed = ({ message }: { message: string }) => (
  <div style={{ marginTop: 16 }}>
    <Notice tone="red" title={message} />
  </div>
);
