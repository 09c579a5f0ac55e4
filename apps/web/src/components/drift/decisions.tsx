import { type DriftItem, drift, sync } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useAcceptDrift } from '#data/key-systems/drift';
import { useStartSync } from '#data/tasks/sync';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { BulkBar } from '#ui/table/bulk-bar';
import { useToast } from '#ui/toast';
import { ChosenChanges } from './affected';

type Step = 'restore' | 'accept';
type DialogProps = { items: readonly DriftItem[]; onClose: () => void; onDone: () => void };

const dialogs = { restore: RestoreDialog, accept: AcceptDialog };

const isOpen = ({ state }: DriftItem) => state === 'open';
const isAcceptable = (item: DriftItem) => isOpen(item) && item.acceptance !== null;

/** Both decisions about these changes, where possible; calls `onDone` afterwards. */
export function DriftDecisions({ items, onDone }: { items: readonly DriftItem[]; onDone: () => void }) {
  const { t } = useTranslation('drift');
  const [step, setStep] = useState<Step>();
  const offers = {
    restore: useMay(sync.start) && items.some(isOpen),
    accept: useMay(drift.accept) && items.some(isAcceptable),
  };
  const Dialog = step && dialogs[step];
  return (
    <>
      {(['accept', 'restore'] as const).map(
        (one) =>
          offers[one] && (
            <Button key={one} variant="default" onClick={() => setStep(one)}>
              {t(`bar.${one}`)}
            </Button>
          ),
      )}
      {Dialog && <Dialog items={items.filter(isOpen)} onClose={() => setStep(undefined)} onDone={onDone} />}
    </>
  );
}

export function DriftBulkBar({ items, onClear }: { items: readonly DriftItem[]; onClear: () => void }) {
  const { t } = useTranslation('drift');
  return (
    <BulkBar label={t('bar.label')} count={t('bar.selected', { count: items.length })}>
      <DriftDecisions items={items} onDone={onClear} />
      <Button variant="subtle" onClick={onClear}>
        {t('bar.cancel')}
      </Button>
    </BulkBar>
  );
}

/** Unique records by id. */
const distinct = <T extends { id: string }>(records: readonly T[]): T[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
];

/** Starts a preview, never the sync itself: that is decided on the page of its change set. */
function RestoreDialog({ items, onClose, onDone }: DialogProps) {
  const { t } = useTranslation('drift');
  const toast = useToast();
  const navigate = useNavigate();
  const start = useStartSync();
  const systems = distinct(items.map(({ connection_id: id, connection_name: name }) => ({ id, name })));
  const restore = async () => {
    try {
      const tasks = [];
      for (const { id } of systems) {
        tasks.push(await start.mutateAsync({ target_key_system_connection_id: id, dry_run: true }));
      }
      onClose();
      onDone();
      const [task] = tasks;
      if (task) await navigate({ to: '/tasks/$id', params: { id: task.task_id } });
    } catch (error) {
      toast.failure(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <ConfirmDialog
      title={t('restore.title')}
      confirmLabel={t('restore.confirm')}
      isBusy={start.isPending}
      onConfirm={() => void restore()}
      onCancel={onClose}
    >
      <ChosenChanges items={items} />
      <p>{t('restore.text', { systems: systems.map(({ name }) => name) })}</p>
      <p className="mute">{t('restore.also')}</p>
    </ConfirmDialog>
  );
}

function AcceptDialog({ items, onClose, onDone }: DialogProps) {
  const { t } = useTranslation('drift');
  const toast = useToast();
  const accept = useAcceptDrift();
  const chosen = items.filter(isAcceptable);
  const plans = distinct(chosen.flatMap(({ key_plan }) => key_plan ?? []));
  const left = items.length - chosen.length;
  const conclude = {
    onSuccess: ({ accepted }: { accepted: number }) => {
      toast.success(t('accept.done', { count: accepted }));
      onClose();
      onDone();
    },
    onError: (error: Error) => toast.failure(error.message),
  };
  return (
    <ConfirmDialog
      title={t('accept.title')}
      confirmLabel={t('accept.confirm')}
      isBusy={accept.isPending}
      onConfirm={() => accept.mutate({ body: { ids: chosen.map(({ id }) => id) } }, conclude)}
      onCancel={onClose}
    >
      <ChosenChanges items={chosen} />
      <p>{t('accept.text')}</p>
      {plans.map(({ id, name, takes_effect }) => (
        <p key={id}>{t(takes_effect === 'at_once' ? 'accept.atOnce' : 'accept.waits', { name })}</p>
      ))}
      {left > 0 && <p className="mute">{t('accept.left', { count: left })}</p>}
    </ConfirmDialog>
  );
}
