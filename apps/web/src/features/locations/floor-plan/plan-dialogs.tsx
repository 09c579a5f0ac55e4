import { type FloorPlan, maxFloorPlanBytes } from '@key2xs/contract';
import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRemoveFloorPlan, useUploadFloorPlan } from '#data/key-systems/locations';
import { FileDrop } from '#ui/file-drop';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { useToast } from '#ui/toast';

type Props = { plan: FloorPlan; name: string; onClose: () => void };

/** Sets or replaces the picture. */
export function UploadDrawer({ plan, name, onClose }: Props) {
  const { t } = useTranslation('locations');
  const toast = useToast();
  const [file, setFile] = useState<File>();
  const [page, setPage] = useState(1);
  const send = useUploadFloorPlan();
  const isTooLarge = file !== undefined && file.size > maxFloorPlanBytes;
  const isPdf = file !== undefined && /\.pdf$/i.test(file.name);
  const take = (chosen: File) => {
    send.reset();
    setFile(chosen);
    setPage(1);
  };
  const upload = () =>
    file &&
    send.mutate(
      { id: plan.location_id, version: plan.version, file, page },
      {
        onSuccess: () => {
          toast.success(t('plan.form.done'));
          onClose();
        },
      },
    );
  return (
    <SideDrawer title={t('plan.title', { name })} opened onClose={onClose}>
      <FileDrop
        label={t('plan.form.label')}
        hint={t('plan.form.hint')}
        accept=".png,.jpg,.jpeg,.pdf,image/png,image/jpeg,application/pdf"
        file={file}
        onFile={take}
        {...(isTooLarge && { error: t('plan.form.tooLarge') })}
      />
      {isPdf && (
        <NumberInput
          label={t('plan.form.page')}
          min={1}
          max={2_000}
          allowDecimal={false}
          value={page}
          onChange={(value) => setPage(Number(value) || 1)}
          mt={12}
        />
      )}
      {plan.picture && (
        <p className="mute" style={{ margin: '12px 0 0' }}>
          {t('plan.form.pins')}
        </p>
      )}
      {send.error && (
        <div style={{ marginTop: 16 }}>
          <Notice tone="red" title={send.error.message} />
        </div>
      )}
      <div className="actions" style={{ marginTop: 16 }}>
        <Button disabled={!file || isTooLarge} loading={send.isPending} onClick={upload}>
          {t('plan.form.submit')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('word.close')}
        </Button>
      </div>
    </SideDrawer>
  );
}

export function RemovePlanDialog({ plan, name, onClose }: Props) {
  const { t } = useTranslation('locations');
  const toast = useToast();
  const remove = useRemoveFloorPlan();
  const pins = plan.items.filter(({ x }) => x !== null).length;
  const run = () =>
    remove.mutate(
      { id: plan.location_id, version: plan.version },
      {
        onSuccess: () => {
          toast.success(t('plan.removal.done'));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('plan.removal.title', { name })}
      confirmLabel={t('plan.removal.confirm')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={run}
      onCancel={onClose}
    >
      <p>{t('plan.removal.text', { count: pins })}</p>
      {remove.error && <Notice tone="red" title={remove.error.message} />}
    </ConfirmDialog>
  );
}
