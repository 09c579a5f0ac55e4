import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePlaceCylinders } from '#data/key-systems/locations';
import { Notice } from '#ui/notice';
import { useToast } from '#ui/toast';
import type { Placed } from './use-placing';

/** The last placement with an undo button, until it is undone or dismissed. */
export function PlacedNotice({ placed, onClose }: { placed: Placed; onClose: () => void }) {
  const { t } = useTranslation('locations');
  const undo = usePlaceCylinders();
  const toast = useToast();
  const { count, place, before } = placed;
  const takeBack = () =>
    undo.mutate(
      { body: { placements: [...before] } },
      {
        onSuccess: () => {
          toast.success(t('place.undone'));
          onClose();
        },
        onError: (error) => toast.failure(error.message),
      },
    );
  const actions = (
    <>
      <Button variant="default" loading={undo.isPending} onClick={takeBack}>
        {t('place.undo')}
      </Button>
      <Button variant="subtle" onClick={onClose}>
        {t('word.close')}
      </Button>
    </>
  );
  const title = place === null ? t('place.takenOut', { count }) : t('place.placed', { count, place });
  return <Notice tone="green" title={title} actions={actions} />;
}
