import type { InventoryLoss } from '@key2xs/contract';
import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAcceptLoss } from '#data/key-systems/key-systems';
import { formatNumber } from '#lib/format';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { useToast } from '#ui/toast';
import { Question } from '../question';

type Props = { id: string; loss: InventoryLoss };

/** Names the list that lost suspiciously many records, and lets a person accept the loss. */
export function LossNotice({ id, loss }: Props) {
  const { t } = useTranslation('key-systems');
  const [isAsking, setIsAsking] = useState(false);
  const words = useWords(loss);
  const open = (
    <Button variant="default" onClick={() => setIsAsking(true)} disabled={isAsking}>
      {t('inventory.loss.open')}
    </Button>
  );
  return (
    <>
      <Notice tone="red" title={t('inventory.loss.title')} actions={open}>
        {t(loss.listed === 0 ? 'inventory.loss.empty' : 'inventory.loss.text', words)}
      </Notice>
      {isAsking && <AcceptQuestion id={id} loss={loss} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function AcceptQuestion({ id, loss, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('key-systems');
  const toast = useToast();
  const accept = useAcceptLoss();
  const { field, take } = useReason();
  const input = useRef<HTMLTextAreaElement>(null);
  const words = useWords(loss);
  const { known: _, ...seen } = loss;
  const confirm = () => {
    const reason = take();
    if (reason === undefined) {
      input.current?.focus();
      return;
    }
    accept.mutate({ id, ...seen, reason }, { onError: (error) => toast.failure(error.message), onSettled: onClose });
  };
  return (
    <Question
      title={t('inventory.loss.question')}
      confirmLabel={t('inventory.loss.confirm')}
      cancelLabel={t('word.cancel')}
      isDangerous
      isBusy={accept.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <ul>
        <li>{t('inventory.loss.effects.gone', words)}</li>
        <li>{t('inventory.loss.effects.rules')}</li>
        <li>{t('inventory.loss.effects.once')}</li>
      </ul>
      <Textarea
        ref={input}
        mt="sm"
        minRows={2}
        label={field.label}
        value={field.value}
        error={field.error}
        required
        onChange={(event) => field.onChange(event.currentTarget.value)}
        data-mantine-stop-propagation
      />
    </Question>
  );
}

function useWords({ list, known, gone, listed }: InventoryLoss) {
  const { t } = useTranslation('key-systems');
  return {
    kind: t(`inventory.loss.kinds.${list}`),
    known: formatNumber(known),
    gone: formatNumber(gone),
    listed: formatNumber(listed),
  };
}
