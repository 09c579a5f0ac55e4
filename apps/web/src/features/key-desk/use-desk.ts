import type { Key, KeyRecipient, ReceiptDraft, SignedReceipt } from '@key2xs/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraftReceipt, useHandOut, useTakeBack, useTransfer } from '#data/key-systems/key-desk';
import { useToast } from '#ui/toast';
import { takeChosen } from './chosen-keys';
import { dayIn, endOfDay } from './due-field';
import type { DeskMode } from './key-desk-search';

/** What stands on the desk, and what can be done with it. */
export function useDesk(mode: DeskMode) {
  const { t } = useTranslation('key-desk');
  const toast = useToast();
  const [keys, setKeys] = useState<readonly Key[]>(takeChosen);
  const { broken, toggleBroken, forgetBroken } = useBroken();
  const [person, setPerson] = useState<KeyRecipient>();
  const [day, setDay] = useState<string | undefined>(dayIn(30));
  const [reason, setReason] = useState('');
  const [draft, setDraft] = useState<ReceiptDraft>();
  const [wasSent, setWasSent] = useState(false);
  const personField = useRef<HTMLInputElement>(null);
  const scanField = useRef<HTMLInputElement>(null);
  const drafting = useDraftReceipt();
  const { send, submitTo } = useSend(mode);
  const warnings = drafting.data?.warnings ?? [];
  useEffect(() => {
    (mode === 'return' ? scanField : personField).current?.focus();
  }, [mode]);

  const needsReason = warnings.some(({ needs_reason }) => needs_reason);
  const problems = {
    person: wasSent && mode !== 'return' && !person ? t('person.missing') : undefined,
    day: wasSent && day === undefined ? t('due.wrong') : undefined,
    reason: wasSent && needsReason && reason.trim().length < 3 ? t('reason.missing') : undefined,
  };
  const isReady = () =>
    (mode === 'return' || person !== undefined) && day !== undefined && (!needsReason || reason.trim().length >= 3);

  const due_at = endOfDay(day ?? '');
  const draftBody = (of: readonly Key[], to: KeyRecipient | undefined) => ({
    kind: mode,
    ...(to && { person_id: to.id }),
    keys: of.map(({ id }) => ({ id, due_at: mode === 'return' ? null : due_at })),
  });
  /** What should be known is asked as soon as person and keys are known. */
  const look = (of: readonly Key[], to: KeyRecipient | undefined) => {
    if (of.length > 0 && to && mode !== 'return') drafting.mutate(draftBody(of, to));
    else drafting.reset();
  };
  const change = (of: readonly Key[]) => {
    setKeys(of);
    look(of, person);
  };
  const done = () => {
    toast.success(t(`desk.${mode}.done`, { count: keys.length, name: person?.display_name ?? '' }));
    setKeys([]);
    setDraft(undefined);
    setReason('');
    forgetBroken();
    setWasSent(false);
    drafting.reset();
    if (mode !== 'return') setPerson(undefined);
    (mode === 'return' ? scanField : personField).current?.focus();
  };
  const finish = (receipt?: SignedReceipt) => {
    setWasSent(true);
    if (keys.length === 0 || !isReady()) return;
    const entry = { keys, broken, person, due_at, note: reason.trim(), receipt };
    submitTo(entry, done);
  };
  const openReceipt = () => {
    setWasSent(true);
    send.reset();
    if (keys.length === 0 || !isReady()) return;
    drafting.mutate(draftBody(keys, person), { onSuccess: setDraft });
  };
  return {
    ...{
      keys,
      person,
      day,
      setDay,
      reason,
      setReason,
      broken,
      draft,
      send,
      warnings,
      problems,
      personField,
      scanField,
    },
    isDrafting: drafting.isPending && wasSent && !draft,
    draftError: drafting.error,
    choosePerson(chosen: KeyRecipient | undefined) {
      setPerson(chosen);
      look(keys, chosen);
      if (chosen) scanField.current?.focus();
    },
    add(found: readonly Key[]) {
      const known = new Set(keys.map(({ id }) => id));
      change([...keys, ...found.filter(({ id }) => !known.has(id))]);
    },
    remove: (id: string) => change(keys.filter((key) => key.id !== id)),
    toggleBroken,
    submit(event: FormEvent) {
      event.preventDefault();
      openReceipt();
    },
    openReceipt,
    closeReceipt: () => setDraft(undefined),
    finish,
  };
}

type Entry = {
  keys: readonly Key[];
  broken: ReadonlySet<string>;
  person: KeyRecipient | undefined;
  due_at: string | null;
  note: string;
  receipt: SignedReceipt | undefined;
};

function useSend(mode: DeskMode) {
  const calls = { hand_out: useHandOut(), return: useTakeBack(), transfer: useTransfer() };
  const submitTo = ({ keys, broken, person, due_at, note, receipt }: Entry, onSuccess: () => void) => {
    const signed = receipt && { receipt };
    if (mode === 'return') {
      const returned = keys.map(({ id }) => ({ id, is_broken: broken.has(id) }));
      calls.return.mutate({ keys: returned, ...signed, ...(note && { note }) }, { onSuccess });
    } else if (person) {
      const given = keys.map(({ id }) => ({ id, due_at }));
      calls[mode].mutate(
        { person_id: person.id, keys: given, ...signed, ...(note && { reason: note }) },
        { onSuccess },
      );
    }
  };
  return { send: calls[mode], submitTo };
}

/** Which of the keys come back broken. */
function useBroken() {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const toggleBroken = (id: string) => {
    const next = new Set(broken);
    if (!next.delete(id)) next.add(id);
    setBroken(next);
  };
  return { broken, toggleBroken, forgetBroken: () => setBroken(new Set()) };
}
