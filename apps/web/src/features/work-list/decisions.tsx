import { HandKind, maxDecided, type WorkGroup, type WorkItem, workList } from '@key2xs/contract';
import { Button, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { operatorsQuery, useAssignWork, useMarkWorkDone, useReopenWork } from '#data/key-systems/work-list';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { BulkBar } from '#ui/table/bulk-bar';
import { useToast } from '#ui/toast';

type Step = 'assign' | 'done' | 'reopen';
/** Entries decided together; of a large group only the first ones. */
export type Decidable = Pick<WorkItem, 'kind' | 'state' | 'closed_by'> & { ids: readonly string[]; count: number };

export const asDecidable = ({ id, kind, state, closed_by }: WorkItem): Decidable => ({
  kind,
  state,
  closed_by,
  ids: [id],
  count: 1,
});
export const groupAsDecidable = ({ ids, count, entry }: WorkGroup): Decidable => ({
  ...asDecidable(entry),
  ids,
  count,
});

type DialogProps = { items: readonly Decidable[]; onClose: () => void; onDone: () => void };

const dialogs = { assign: AssignDialog, done: DoneDialog, reopen: ReopenDialog };

/** What the desk and orders want, each for a reason of its own; ticked by the next read alone. */
export const isByHand = ({ kind }: Pick<WorkItem, 'kind'>): boolean => HandKind.safeParse(kind).success;

/** Whether it is about a key, and else about a cylinder; its label is the marking then. */
export const isOfKey = ({ kind }: Pick<WorkItem, 'kind'>): boolean => isByHand({ kind }) && kind !== 'programming_job';

/** The entries each step applies to: closed ones cannot be ticked, and only ticks by a person can be undone. */
const isApplicable: Record<Step, (item: Decidable) => boolean> = {
  assign: ({ state }) => state === 'open',
  done: (item) => item.state === 'open' && !isByHand(item),
  reopen: ({ state, closed_by }) => state === 'done' && closed_by === 'operator',
};

/** Actions on these entries; calls `onDone` afterwards. */
export function WorkDecisions({ items, onDone }: { items: readonly Decidable[]; onDone: () => void }) {
  const { t } = useTranslation('work-list');
  const [step, setStep] = useState<Step>();
  const Dialog = step && dialogs[step];
  const may = { assign: useMay(workList.assign), done: useMay(workList.markDone), reopen: useMay(workList.reopen) };
  const offered = (['assign', 'done', 'reopen'] as const).filter((one) => may[one] && items.some(isApplicable[one]));
  return (
    <>
      {offered.map((one) => (
        <Button key={one} variant={one === 'done' ? 'filled' : 'default'} onClick={() => setStep(one)}>
          {t(`bar.${one}`)}
        </Button>
      ))}
      {Dialog && step && (
        <Dialog items={items.filter(isApplicable[step])} onClose={() => setStep(undefined)} onDone={onDone} />
      )}
    </>
  );
}

type BarProps = { items: readonly Decidable[]; onClear: () => void };

export function WorkBulkBar({ items, onClear }: BarProps) {
  const { t } = useTranslation('work-list');
  const count = t('bar.selected', { count: totalOf(items) });
  return (
    <BulkBar label={t('bar.label')} count={count}>
      <WorkDecisions items={items} onDone={onClear} />
      <Button variant="subtle" onClick={onClear}>
        {t('bar.cancel')}
      </Button>
    </BulkBar>
  );
}

/** Reports how many entries changed, or why none did, and closes the dialog. */
function useResultHandlers(step: Step, { onClose, onDone }: DialogProps) {
  const { t } = useTranslation('work-list');
  const toast = useToast();
  return {
    onSuccess: ({ changed }: { changed: number }) => {
      toast.success(t(`${step}.changed`, { count: changed }));
      onClose();
      onDone();
    },
    onError: (error: Error) => toast.failure(error.message),
  };
}

const totalOf = (items: readonly Decidable[]) => items.reduce((sum, { count }) => sum + count, 0);
const idsOf = (items: readonly Decidable[]) => items.flatMap(({ ids }) => ids).slice(0, maxDecided);

/** How many entries are affected, and whether there are more than the limit. */
function Extent({ step, items }: { step: Step; items: readonly Decidable[] }) {
  const { t } = useTranslation('work-list');
  const [count, total] = [idsOf(items).length, totalOf(items)];
  return (
    <>
      <p>{t(`${step}.text`, { count })}</p>
      {total > count && <p className="mute">{t('bar.most', { count, total })}</p>}
    </>
  );
}

const unassigned = 'nobody';

function AssignDialog(props: DialogProps) {
  const { t } = useTranslation('work-list');
  const { data: operators = [] } = useQuery(operatorsQuery);
  const [to, setTo] = useState<string>(unassigned);
  const assign = useAssignWork();
  const handlers = useResultHandlers('assign', props);
  const { items, onClose } = props;
  const admin_id = to === unassigned ? null : to;
  return (
    <ConfirmDialog
      title={t('assign.title')}
      confirmLabel={t('assign.confirm')}
      isBusy={assign.isPending}
      onConfirm={() => assign.mutate({ body: { ids: idsOf(items), admin_id } }, handlers)}
      onCancel={onClose}
    >
      <Extent step="assign" items={items} />
      <Select
        mt="md"
        label={t('assign.to')}
        value={to}
        onChange={(chosen) => setTo(chosen ?? unassigned)}
        data={[
          { value: unassigned, label: t('assigned.none') },
          ...operators.map(({ id, username }) => ({ value: id, label: username })),
        ]}
        allowDeselect={false}
        searchable={operators.length > 12}
      />
    </ConfirmDialog>
  );
}

function DoneDialog(props: DialogProps) {
  const { t } = useTranslation('work-list');
  const [note, setNote] = useState('');
  const mark = useMarkWorkDone();
  const handlers = useResultHandlers('done', props);
  const { items, onClose } = props;
  const body = { ids: idsOf(items), ...(note.trim() && { note }) };
  return (
    <ConfirmDialog
      title={t('done.title')}
      confirmLabel={t('done.confirm')}
      isBusy={mark.isPending}
      onConfirm={() => mark.mutate({ body }, handlers)}
      onCancel={onClose}
    >
      <Extent step="done" items={items} />
      <p className="mute">{t('done.recorded')}</p>
      <Textarea
        mt="md"
        label={t('done.note')}
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.currentTarget.value)}
        minRows={2}
        data-autofocus
      />
    </ConfirmDialog>
  );
}

function ReopenDialog(props: DialogProps) {
  const { t } = useTranslation('work-list');
  const reopen = useReopenWork();
  const handlers = useResultHandlers('reopen', props);
  const { items, onClose } = props;
  return (
    <ConfirmDialog
      title={t('reopen.title')}
      confirmLabel={t('reopen.title')}
      isBusy={reopen.isPending}
      onConfirm={() => reopen.mutate({ body: { ids: idsOf(items) } }, handlers)}
      onCancel={onClose}
    >
      <Extent step="reopen" items={items} />
    </ConfirmDialog>
  );
}
