import type { Key, KeyRecipient, ReceiptDraft, SignedReceipt } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { caseQuery } from '#data/key-systems/key-cases';
import {
  keyQuery,
  useDraftReceipt,
  useHandOut,
  useSendReceiptLink,
  useTakeBack,
  useTransfer,
} from '#data/key-systems/key-desk';
import { dayIn } from '#lib/time/reader-day';
import { useToast } from '#ui/toast';
import { takeChosen } from './chosen-keys';
import { dueAt } from './due-field';
import type { DeskMode } from './key-desk-search';
import { useKeysOf } from './use-keys-of';

type Recipient = Pick<KeyRecipient, 'id' | 'display_name'>;

/** Whose keys all come back, the id of a key that goes to whom it is reserved for, or of the case of someone without a key. */
export type DeskStart = {
  giver: string | undefined;
  reserved: string | undefined;
  caseId: string | undefined;
};

/** What stands on the desk, and what can be done with it. */
export function useDesk(mode: DeskMode, { giver, reserved, caseId }: DeskStart) {
  const { t } = useTranslation('key-desk');
  const toast = useToast();
  const [keys, setKeys] = useState<readonly Key[]>(takeChosen);
  const { broken, toggleBroken, forgetBroken } = useBroken();
  const [draft, setDraft] = useState<ReceiptDraft>();
  const drafting = useDraftReceipt();
  const { send, submitTo } = useSend(mode);
  const warnings = drafting.data?.warnings ?? [];
  const form = useForm(mode, warnings);
  const { person, setPerson, focus } = form;
  const all = useKeysOf(mode === 'return' ? giver : undefined, (held) => {
    setPerson({ id: held.person_id, display_name: held.name });
    setKeys(held.keys);
  });
  const coming = keys.filter(({ id }) => !all.staying.has(id));
  const due_at = dueAt(form.day ?? '');
  const draftBody = (of: readonly Key[], to: Recipient | undefined) => ({
    kind: mode,
    ...(to && mode !== 'return' && { person_id: to.id }),
    keys: of.map(({ id }) => ({ id, due_at: mode === 'return' ? null : due_at })),
  });
  /** What should be known is asked as soon as person and keys are known. */
  const look = (of: readonly Key[], to: Recipient | undefined) => {
    if (of.length > 0 && to && mode !== 'return') drafting.mutate(draftBody(of, to));
    else drafting.reset();
  };
  const change = (of: readonly Key[]) => {
    setKeys(of);
    look(of, person);
  };
  const reservedKey = useReserved(mode === 'hand_out' ? reserved : undefined, (key, to) => {
    setPerson(to);
    setKeys([key]);
    look([key], to);
  });
  const joiner = useJoiner(mode === 'hand_out' ? caseId : undefined, (to) => {
    setPerson(to);
    form.scanField.current?.focus();
  });
  const done = () => {
    toast.success(t(`desk.${mode}.done`, { count: coming.length, name: person?.display_name ?? '' }));
    setKeys([]);
    all.forget();
    setDraft(undefined);
    forgetBroken();
    drafting.reset();
    form.empty();
    focus();
  };
  const mailLink = useMailLink();
  const finish = (receipt?: SignedReceipt, isByMail = false) => {
    if (!form.check() || coming.length === 0) return;
    submitTo({ keys: coming, broken, person, due_at, note: form.reason.trim(), receipt }, ({ receipt_id }) => {
      done();
      if (isByMail && receipt_id) mailLink(receipt_id);
    });
  };
  const openReceipt = () => {
    send.reset();
    if (!form.check() || coming.length === 0) return;
    drafting.mutate(draftBody(coming, person), { onSuccess: setDraft });
  };
  return {
    ...form,
    ...{ keys, coming, all, broken, draft, send, warnings, toggleBroken, openReceipt, finish },
    isDrafting: drafting.isPending && form.wasSent && !draft,
    draftError: drafting.error,
    reservedError: reservedKey.error,
    joinerError: joiner.error,
    choosePerson(chosen: Recipient | undefined) {
      setPerson(chosen);
      if (mode === 'return') {
        setKeys([]);
        all.forget();
        if (chosen) void all.read(chosen.id, chosen.display_name);
        return;
      }
      look(keys, chosen);
      if (chosen) form.scanField.current?.focus();
    },
    add(found: readonly Key[]) {
      const known = new Set(keys.map(({ id }) => id));
      change([...keys, ...found.filter(({ id }) => !known.has(id))]);
      all.comeBack(found);
    },
    remove: (id: string) => change(keys.filter((key) => key.id !== id)),
    submit(event: FormEvent) {
      event.preventDefault();
      openReceipt();
    },
    closeReceipt: () => setDraft(undefined),
  };
}

/** What is typed and chosen beside the keys. */
function useForm(mode: DeskMode, warnings: ReceiptDraft['warnings']) {
  const { t } = useTranslation('key-desk');
  const [person, setPerson] = useState<Recipient>();
  const [day, setDay] = useState<string | undefined>(dayIn(30));
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const personField = useRef<HTMLInputElement>(null);
  const scanField = useRef<HTMLInputElement>(null);
  const focus = () => (mode === 'return' ? scanField : personField).current?.focus();
  useEffect(() => {
    (mode === 'return' ? scanField : personField).current?.focus();
  }, [mode]);
  const isPersonMissing = mode !== 'return' && !person;
  const isReasonMissing = warnings.some(({ needs_reason }) => needs_reason) && reason.trim().length < 3;
  const problems = {
    person: wasSent && isPersonMissing ? t('person.missing') : undefined,
    day: wasSent && day === undefined ? t('due.wrong') : undefined,
    reason: wasSent && isReasonMissing ? t('reason.missing') : undefined,
  };
  return {
    ...{ person, setPerson, day, setDay, reason, setReason, wasSent, problems, personField, scanField, focus },
    /** Says what is missing. */
    check() {
      setWasSent(true);
      return !isPersonMissing && day !== undefined && !isReasonMissing;
    },
    empty() {
      setReason('');
      setWasSent(false);
      setPerson(undefined);
    },
  };
}

type Entry = {
  keys: readonly Key[];
  broken: ReadonlySet<string>;
  person: Recipient | undefined;
  due_at: string | null;
  note: string;
  receipt: SignedReceipt | undefined;
};

type Given = { receipt_id: string | null };

function useSend(mode: DeskMode) {
  const calls = { hand_out: useHandOut(), return: useTakeBack(), transfer: useTransfer() };
  const submitTo = ({ keys, broken, person, due_at, note, receipt }: Entry, onSuccess: (given: Given) => void) => {
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

/** Once keys are given away, their receipt waits for its link; a failure says that it was not mailed. */
function useMailLink() {
  const { t } = useTranslation('key-desk');
  const toast = useToast();
  const link = useSendReceiptLink();
  return (id: string) =>
    link.mutate(id, {
      onSuccess: ({ link: sent }) => toast.success(t('receipt.mailed', { address: sent?.mail_address ?? '' })),
      onError: ({ message }) => toast.failure(t('receipt.notMailed', { reason: message })),
    });
}

/** Puts a reserved key on the desk, once; one that was handed out meanwhile stays where it is. */
function useReserved(id: string | undefined, onRead: (key: Key, to: Recipient) => void) {
  const { data, error } = useQuery({ ...keyQuery(id ?? ''), enabled: id !== undefined });
  const put = useEffectEvent(() => {
    const { state, reserved_for } = data?.custody ?? {};
    if (!data || state !== 'reserved' || !reserved_for?.person_id) return;
    onRead(data, { id: reserved_for.person_id, display_name: reserved_for.name });
  });
  const isRead = data !== undefined;
  useEffect(() => {
    if (isRead) put();
  }, [isRead]);
  return { error };
}

/** Names who has no key in a case, once; not in a case that has ended meanwhile. */
function useJoiner(id: string | undefined, onRead: (to: Recipient) => void) {
  const { data, error } = useQuery({ ...caseQuery(id ?? ''), enabled: id !== undefined });
  const name = useEffectEvent(() => {
    if (!data?.joiner || data.closed_at !== null || !data.holder?.person_id) return;
    onRead({ id: data.holder.person_id, display_name: data.holder.name });
  });
  const isRead = data !== undefined;
  useEffect(() => {
    if (isRead) name();
  }, [isRead]);
  return { error };
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
