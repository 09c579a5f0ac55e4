import type { SuggestionDetail } from '@key2xs/contract';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSplitSuggestion } from '#data/plans/generator';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import { useDecide } from './use-decide';

type Props = { runId: string; suggestion: SuggestionDetail; onClose: () => void };

export function RenameDialog({ runId, suggestion, onClose }: Props) {
  const { t } = useTranslation('generator');
  const { decide, isBusy } = useDecide(runId);
  const [name, setName] = useState(suggestion.name);
  const [wasTried, setWasTried] = useState(false);
  const isMissing = name.trim() === '';
  const confirm = () => {
    setWasTried(true);
    if (!isMissing) decide(suggestion, { name: name.trim() }, onClose);
  };
  return (
    <ConfirmDialog
      title={t('detail.renameTitle')}
      confirmLabel={t('detail.renameConfirm')}
      isBusy={isBusy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <TextInput
        label={t('word.name')}
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
        error={wasTried && isMissing ? t('detail.nameMissing') : undefined}
        data-autofocus
      />
    </ConfirmDialog>
  );
}

/** The rights to these doors stay single rights. */
export function TakeOutDialog({ runId, suggestion, onClose }: Props) {
  const { t } = useTranslation('generator');
  const { decide, isBusy } = useDecide(runId);
  const doors = useDoorChoice(suggestion);
  const confirm = () => {
    const ids = doors.take();
    if (ids) decide(suggestion, { without_cylinder_ids: ids }, onClose);
  };
  return (
    <ConfirmDialog
      title={t('detail.takeOutTitle', { name: suggestion.name })}
      confirmLabel={t('detail.takeOutConfirm')}
      isBusy={isBusy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('detail.takeOutText')}</p>
      {doors.field}
    </ConfirmDialog>
  );
}

/** The chosen doors become a suggestion of their own. */
export function SplitDialog({ runId, suggestion, onClose }: Props) {
  const { t } = useTranslation('generator');
  const toast = useToast();
  const split = useSplitSuggestion();
  const doors = useDoorChoice(suggestion);
  const [name, setName] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const isMissing = name.trim() === '';
  const confirm = () => {
    setWasTried(true);
    const cylinderIds = doors.take();
    if (isMissing || !cylinderIds) return;
    split.mutate(
      { runId, id: suggestion.id, name: name.trim(), cylinderIds },
      {
        onSuccess: () => {
          toast.success(t('detail.edited'));
          onClose();
        },
        onError: ({ message }) => toast.failure(message),
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('detail.splitTitle', { name: suggestion.name })}
      confirmLabel={t('detail.splitConfirm')}
      isBusy={split.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('detail.splitText')}</p>
      <TextInput
        label={t('detail.splitName')}
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
        error={wasTried && isMissing ? t('detail.nameMissing') : undefined}
        my="sm"
        data-autofocus
      />
      {doors.field}
    </ConfirmDialog>
  );
}

/** `take`: the chosen doors, or undefined with an error where none or all are chosen. */
function useDoorChoice({ doors_listed, doors: count }: SuggestionDetail) {
  const { t } = useTranslation('generator');
  const [chosen, setChosen] = useState<string[]>([]);
  const [wasTried, setWasTried] = useState(false);
  const isRight = chosen.length > 0 && chosen.length < count;
  const field = (
    <Checkbox.Group
      label={t('detail.doors', { count })}
      value={chosen}
      onChange={setChosen}
      error={wasTried && !isRight ? t('detail.chooseDoors') : undefined}
    >
      <Stack gap={6} my={6} className="generator-choice">
        {doors_listed.map(({ id, name, marking }) => (
          <Checkbox key={id} size="xs" value={id} label={`${name} · ${marking}`} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
  const take = () => {
    setWasTried(true);
    return isRight ? chosen : undefined;
  };
  return { field, take };
}
