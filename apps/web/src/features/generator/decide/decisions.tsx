import { type Suggestion, suggestions } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useReason } from '#lib/use-reason';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { GainDialog } from './gain-dialog';
import { useDecide } from './use-decide';

type Props = {
  runId: string;
  suggestion: Suggestion;
  /** In a list, where names distinguish the buttons. */
  isShort?: boolean;
};

/** Accept, reject or reopen. Accepting gives nothing new; new rights are accepted by their number and names. */
export function Decisions({ runId, suggestion, isShort = false }: Props) {
  const { t } = useTranslation('generator');
  const [dialog, setDialog] = useState<'reject' | 'gain'>();
  const { decide, isBusy } = useDecide(runId);
  const { name, decision, additions, additions_accepted } = suggestion;
  const close = () => setDialog(undefined);
  const buttons = useFocusOnRest(decision);
  if (!useMay(suggestions.editSuggestion)) return null;
  const size = isShort ? 'compact-sm' : 'sm';
  const offersGain = additions > 0 && !additions_accepted && decision !== 'rejected';
  return (
    <div {...buttons} className="generator-decisions">
      {decision === 'open' && (
        <Button
          size={size}
          variant={isShort ? 'default' : 'filled'}
          loading={isBusy}
          aria-label={isShort ? t('card.acceptNamed', { name }) : undefined}
          onClick={() => decide(suggestion, { decision: 'accepted' })}
        >
          {t('card.accept')}
        </Button>
      )}
      {offersGain && !isShort && (
        <Button size={size} variant="default" onClick={() => setDialog('gain')}>
          {t('detail.additions')}
        </Button>
      )}
      {additions_accepted && !isShort && (
        <Button
          size={size}
          variant="default"
          loading={isBusy}
          onClick={() => decide(suggestion, { accept_additions: 0 })}
        >
          {t('detail.withoutAdditions')}
        </Button>
      )}
      {decision !== 'rejected' && (
        <Button
          size={size}
          variant="default"
          aria-label={isShort ? t('card.rejectNamed', { name }) : undefined}
          onClick={() => setDialog('reject')}
        >
          {t('card.reject')}
        </Button>
      )}
      {decision !== 'open' && (
        <Button
          size={size}
          variant="default"
          loading={isBusy}
          aria-label={isShort ? t('card.reopenNamed', { name }) : undefined}
          onClick={() => decide(suggestion, { decision: 'open' })}
        >
          {t('card.reopen')}
        </Button>
      )}
      {dialog === 'gain' && <GainDialog runId={runId} suggestion={suggestion} onClose={close} />}
      {dialog === 'reject' && <RejectDialog runId={runId} suggestion={suggestion} onClose={close} />}
    </div>
  );
}

/** A button that has decided goes: the focus that was on it goes to the first that is left, not to the top of the page. */
function useFocusOnRest(decision: Suggestion['decision']) {
  const ref = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  const onClickCapture = () => {
    wasPressed.current = true;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another decision has other buttons
  useEffect(() => {
    if (wasPressed.current && document.activeElement === document.body) ref.current?.querySelector('button')?.focus();
    wasPressed.current = false;
  }, [decision]);
  return { ref, onClickCapture };
}

function RejectDialog({ runId, suggestion, onClose }: Omit<Props, 'isShort'> & { onClose: () => void }) {
  const { t } = useTranslation('generator');
  const { field, take } = useReason();
  const { decide, isBusy } = useDecide(runId);
  const confirm = () => {
    const reason = take();
    if (reason !== undefined) decide(suggestion, { decision: 'rejected', reason }, onClose);
  };
  return (
    <ConfirmDialog
      title={t('reject.title', { name: suggestion.name })}
      confirmLabel={t('reject.confirm')}
      isBusy={isBusy}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {t('reject.text')}
    </ConfirmDialog>
  );
}
