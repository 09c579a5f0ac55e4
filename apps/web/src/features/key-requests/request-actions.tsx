import { type KeyRequestDetail, keyList, keyRequests, Reason } from '@key2xs/contract';
import { Button, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { recordsQuery } from '#data/calls/records';
import {
  type RequestDecision,
  useAnswerRequest,
  useApplyRequest,
  useCancelRequest,
  useDecideRequest,
  useGiveBack,
  useReserveKey,
  useRevokeDecision,
  useSetReady,
} from '#data/key-systems/key-requests';
import { lastSecondOf } from '#lib/time/reader-day';
import { useReason } from '#lib/use-reason';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';
import { CompleteDialog } from './complete-dialog';
import { GrantDialog } from './grant-dialog';

type Props = { request: KeyRequestDetail };
type Decision = RequestDecision['decision'];
const decisions = ['approve', 'approve_shorter', 'ask_back', 'reject'] as const satisfies readonly Decision[];
const endsInKey: readonly KeyRequestDetail['kind'][] = ['new_key', 'replacement', 'temporary'];
const beforeHandOut: readonly KeyRequestDetail['state'][] = [
  ...(['to_complete', 'in_approval', 'needs_info', 'approved', 'in_preparation', 'ready_for_pickup'] as const),
];

const grantable: readonly KeyRequestDetail['state'][] = [
  'approved',
  'in_preparation',
  'ready_for_pickup',
  'handed_out',
];
const aboutPlace: readonly KeyRequestDetail['kind'][] = ['new_key', 'more_access', 'temporary'];

type Open = Decision | 'complete' | 'answer' | 'revoke' | 'cancel' | 'give_back' | 'reserve' | 'grant';

/** What can be done with a request now, by who is signed in. */
export function RequestActions({ request }: Props) {
  const { t } = useTranslation('key-requests');
  const toast = useToast();
  const [open, setOpen] = useState<Open>();
  const isAtDesk = useMay(keyRequests.decide);
  const mayAsk = useMay(keyRequests.cancel);
  const mayGrant = useMay(keyRequests.grant) && isAtDesk;
  const [ready, apply] = [useSetReady(), useApplyRequest()];
  const { state, kind, is_own, can_decide, can_revoke, reserved_key, place, grant } = request;
  const canGrant = grantable.includes(state) && aboutPlace.includes(kind) && place?.id != null && grant === null;
  const onError = ({ message }: Error) => toast.failure(message);
  const done = (name: 'ready' | 'apply') => ({ onSuccess: () => toast.success(t(`done.${name}`)), onError });
  const isMine = mayAsk && (is_own || isAtDesk);
  const button = (name: Open, variant: 'filled' | 'default' = 'default') => (
    <Button key={name} variant={variant} onClick={() => setOpen(name)}>
      {t(`actions.${name}`)}
    </Button>
  );
  return (
    <div className="actions" style={{ margin: '16px 0' }}>
      {can_decide && state === 'to_complete' && [button('complete', 'filled'), button('ask_back'), button('reject')]}
      {can_decide &&
        state === 'in_approval' &&
        decisions.map((name) => button(name, name === 'approve' ? 'filled' : 'default'))}
      {!can_decide && is_own && isAtDesk && state === 'in_approval' && <p className="mute">{t('ownRequest')}</p>}
      {state === 'needs_info' && is_own && button('answer', 'filled')}
      {isAtDesk && state === 'approved' && endsInKey.includes(kind) && button('reserve', 'filled')}
      {mayGrant && canGrant && button('grant', kind === 'more_access' ? 'filled' : 'default')}
      {isAtDesk && state === 'approved' && !endsInKey.includes(kind) && (
        <Button
          variant={kind === 'more_access' ? 'default' : 'filled'}
          loading={apply.isPending}
          onClick={() => apply.mutate({ item: request }, done('apply'))}
        >
          {t(kind === 'extension' ? 'actions.extend' : 'actions.applied')}
        </Button>
      )}
      {isAtDesk && state === 'in_preparation' && (
        <Button loading={ready.isPending} onClick={() => ready.mutate({ item: request }, done('ready'))}>
          {t('actions.ready')}
        </Button>
      )}
      {isAtDesk && reserved_key && (state === 'in_preparation' || state === 'ready_for_pickup') && (
        <LinkButton to="/keys/manage" search={{ desk: 'hand_out', key: reserved_key.id }} variant="default">
          {t('actions.handOut')}
        </LinkButton>
      )}
      {can_revoke && button('revoke')}
      {isMine && beforeHandOut.includes(state) && button('cancel')}
      {isMine && (state === 'handed_out' || state === 'applied') && request.ends_at !== null && button('give_back')}
      {open && <ActionDialog name={open} request={request} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

type DialogProps = Props & { name: Open; onClose: () => void };

function ActionDialog({ name, ...props }: DialogProps) {
  if (name === 'reserve') return <ReserveDialog {...props} />;
  if (name === 'complete') return <CompleteDialog {...props} />;
  if (name === 'grant') return <GrantDialog {...props} />;
  if (name === 'answer') return <AnswerDialog {...props} />;
  if (name === 'revoke' || name === 'cancel' || name === 'give_back') return <ReasonDialog name={name} {...props} />;
  return <DecisionDialog decision={name} {...props} />;
}

type InDialog = Omit<DialogProps, 'name'>;

/** Success closes the dialog; a refusal is shown in it. */
function useClosing(name: Open, onClose: () => void) {
  const { t } = useTranslation('key-requests');
  const toast = useToast();
  return {
    onSuccess: () => {
      toast.success(t(`done.${name}`));
      onClose();
    },
  };
}

function DecisionDialog({ decision, request, onClose }: InDialog & { decision: Decision }) {
  const { t } = useTranslation('key-requests');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState<string | undefined>('');
  const [wasTried, setWasTried] = useState(false);
  const decide = useDecideRequest();
  const closing = useClosing(decision, onClose);
  const step = request.approval.find(({ position }) => position === request.step);
  const isInPlace = step?.person != null;
  const needsReason = decision === 'reject' || decision === 'ask_back' || isInPlace;
  const isShorter = decision === 'approve_shorter';
  const parsed = Reason.safeParse(reason);
  const isReasonMissing = needsReason && !parsed.success;
  const confirm = () => {
    setWasTried(true);
    if (isReasonMissing || (isShorter && !until)) return;
    const body = {
      decision,
      ...(parsed.success && { reason: parsed.data }),
      ...(isShorter && until && { until: lastSecondOf(until) }),
    };
    decide.mutate({ item: request, body }, closing);
  };
  return (
    <ConfirmDialog
      title={t(`actions.${decision}`)}
      confirmLabel={t(`actions.${decision}`)}
      isBusy={decide.isPending}
      isDangerous={decision === 'reject'}
      reason={{
        label: needsReason ? t('reason') : t('reasonOptional'),
        value: reason,
        onChange: setReason,
        ...(wasTried && isReasonMissing && { error: t('form.missing.reason') }),
        ...(needsReason && { isRequired: true }),
      }}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t(`effects.${decision}`)}</p>
      {isInPlace && <p>{t('inPlace', { name: step?.person?.name ?? '' })}</p>}
      {isShorter && (
        <TypedTimeField
          kind="day"
          label={t('columns.until')}
          value={until ?? ''}
          onChange={setUntil}
          error={wasTried && !until ? t('form.missing.until') : undefined}
        />
      )}
      {decide.error && <Notice tone="red" title={decide.error.message} />}
    </ConfirmDialog>
  );
}

function ReasonDialog({ name, request, onClose }: InDialog & { name: 'revoke' | 'cancel' | 'give_back' }) {
  const { t } = useTranslation('key-requests');
  const { field, take } = useReason();
  const calls = { revoke: useRevokeDecision(), cancel: useCancelRequest(), give_back: useGiveBack() };
  const call = calls[name];
  const closing = useClosing(name, onClose);
  return (
    <ConfirmDialog
      title={t(`actions.${name}`)}
      confirmLabel={t(`actions.${name}`)}
      isBusy={call.isPending}
      reason={field}
      onConfirm={() => {
        const reason = take();
        if (reason) call.mutate({ item: request, reason }, closing);
      }}
      onCancel={onClose}
    >
      <p>{t(`effects.${name}`)}</p>
      {call.error && <Notice tone="red" title={call.error.message} />}
    </ConfirmDialog>
  );
}

function AnswerDialog({ request, onClose }: InDialog) {
  const { t } = useTranslation('key-requests');
  const [note, setNote] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const answer = useAnswerRequest();
  const closing = useClosing('answer', onClose);
  const question = request.entries.find(({ happening }) => happening === 'asked_back')?.note;
  return (
    <ConfirmDialog
      title={t('actions.answer')}
      confirmLabel={t('actions.answer')}
      isBusy={answer.isPending}
      onConfirm={() => {
        setWasTried(true);
        if (note.trim() !== '') answer.mutate({ item: request, note: note.trim() }, closing);
      }}
      onCancel={onClose}
    >
      {question && <blockquote>{question}</blockquote>}
      <Textarea
        label={t('answer')}
        required
        minRows={3}
        maxLength={2_000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        error={wasTried && note.trim() === '' ? t('form.missing.answer') : undefined}
      />
      {answer.error && <Notice tone="red" title={answer.error.message} />}
    </ConfirmDialog>
  );
}

const maxKeys = 50;

function ReserveDialog({ request, onClose }: InDialog) {
  const { t } = useTranslation('key-requests');
  const [search, setSearch] = useState('');
  const [key, setKey] = useState<string | null>(null);
  const [wasTried, setWasTried] = useState(false);
  const reserve = useReserveKey();
  const closing = useClosing('reserve', onClose);
  const query = { custody: 'in_stock' as const, search, limit: maxKeys };
  const { data } = useQuery(recordsQuery(keyList, { params: undefined, query }));
  const choices = (data?.rows ?? []).map(({ id, marking, name }) => ({
    value: id,
    label: name ? `${marking} (${name})` : marking,
  }));
  return (
    <ConfirmDialog
      title={t('actions.reserve')}
      confirmLabel={t('actions.reserve')}
      isBusy={reserve.isPending}
      onConfirm={() => {
        setWasTried(true);
        if (key) reserve.mutate({ item: request, key_id: key }, closing);
      }}
      onCancel={onClose}
    >
      <p>{t('effects.reserve', { name: request.person.name })}</p>
      <Select
        label={t('form.key')}
        searchable
        data={choices}
        value={key}
        onChange={setKey}
        onSearchChange={setSearch}
        filter={({ options }) => options}
        nothingFoundMessage={t('noKey')}
        error={wasTried && !key ? t('form.missing.key') : undefined}
      />
      {reserve.error && <Notice tone="red" title={reserve.error.message} />}
    </ConfirmDialog>
  );
}
