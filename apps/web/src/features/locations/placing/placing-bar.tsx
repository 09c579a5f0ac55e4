import { type Cylinder, type LocationNode, maxPlacings } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { BulkBar } from '#ui/table/bulk-bar';
import { PlaceSelect } from '../edit/place-select';
import { pathOf } from '../tree/tree-rows';
import { type Placed, usePlacing } from './use-placing';

type Props = {
  cylinders: readonly Cylinder[];
  places: readonly LocationNode[];
  onClear: () => void;
  onPlaced: (placed: Placed) => void;
};

/** Actions on the selected cylinders. */
export function PlacingBar({ cylinders, places, onClear, onPlaced }: Props) {
  const { t } = useTranslation('locations');
  const [isAsking, setAsking] = useState(false);
  const { place, isPending } = usePlacing();
  const isTooMany = cylinders.length > maxPlacings;
  const isPlaced = cylinders.some(({ location_id }) => location_id !== null);
  const run = async (to: { id: string; name: string } | null) => {
    const placed = await place(cylinders, to);
    if (!placed) return;
    setAsking(false);
    onClear();
    onPlaced(placed);
  };
  return (
    <>
      <BulkBar label={t('bulk.label')} count={t('bulk.selected', { count: cylinders.length })}>
        {isTooMany && <span className="mute">{t('bulk.atMost', { most: maxPlacings })}</span>}
        <Button disabled={isTooMany || places.length === 0} onClick={() => setAsking(true)}>
          {t('bulk.place')}
        </Button>
        {isPlaced && (
          <Button variant="default" disabled={isTooMany} loading={isPending} onClick={() => void run(null)}>
            {t('bulk.takeOut')}
          </Button>
        )}
        <Button variant="subtle" onClick={onClear}>
          {t('bulk.cancel')}
        </Button>
      </BulkBar>
      {isAsking && (
        <PlaceDialog
          count={cylinders.length}
          places={places}
          isBusy={isPending}
          onPlace={(to) => void run(to)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

type DialogProps = {
  count: number;
  places: readonly LocationNode[];
  isBusy: boolean;
  onPlace: (to: { id: string; name: string }) => void;
  onClose: () => void;
};

function PlaceDialog({ count, places, isBusy, onPlace, onClose }: DialogProps) {
  const { t } = useTranslation('locations');
  const [to, setTo] = useState<string | null>(null);
  const [wasTried, setWasTried] = useState(false);
  const confirm = () => (to === null ? setWasTried(true) : onPlace({ id: to, name: pathOf(places, to).join(' / ') }));
  return (
    <ConfirmDialog
      title={t('place.title', { count })}
      confirmLabel={t('place.confirm')}
      isBusy={isBusy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <PlaceSelect
        label={t('place.where')}
        placeholder={t('place.choose')}
        places={places}
        value={to}
        onChange={setTo}
        error={wasTried && to === null ? t('place.choose') : undefined}
        isRequired
      />
      <p className="mute" style={{ marginTop: 12 }}>
        {t('place.text')}
      </p>
    </ConfirmDialog>
  );
}
