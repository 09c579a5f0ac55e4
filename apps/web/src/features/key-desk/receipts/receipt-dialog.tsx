import type { ReceiptDraft, Signature, SignedReceipt } from '@key2xs/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { Dialog } from '#ui/overlay/dialog';
import { SignatureField } from './signature-field';

type Props = {
  draft: ReceiptDraft;
  isBusy: boolean;
  error: Error | null;
  onSign: (receipt: SignedReceipt, isByMail: boolean) => void;
  onClose: () => void;
};

const ways = ['screen', 'paper', 'mail'] as const;

/** What is signed, with its hash above the pad. */
export function ReceiptDialog({ draft, isBusy, error, onSign, onClose }: Props) {
  const { t } = useTranslation('key-desk');
  const [way, setWay] = useState<(typeof ways)[number]>('screen');
  const [signature, setSignature] = useState<Signature>();
  const [giver, setGiver] = useState<Signature>();
  const [isMissing, setIsMissing] = useState(false);
  const { kind, language, drafted_at, hash, person_name, giver_name } = draft;
  const needsGiver = kind === 'transfer';
  const isSigned = signature !== undefined && (!needsGiver || giver !== undefined);
  const sign = () => {
    if (way === 'screen' && !isSigned) return setIsMissing(true);
    const head = { language, drafted_at, hash };
    onSign(
      way !== 'screen'
        ? head
        : { ...head, ...(signature && { signature }), ...(needsGiver && giver && { giver_signature: giver }) },
      way === 'mail',
    );
  };
  const missing = (is: boolean) => (isMissing && is ? t('receipt.missing') : undefined);
  return (
    <Dialog title={t(`receipt.title.${kind}`)} onClose={onClose}>
      <p lang={language}>{draft.statement}</p>
      <ul>
        {draft.lines.map(({ marking, name, due_at }) => (
          <li key={marking}>
            <Mono>{marking}</Mono> {name}
            {due_at && `, ${t('receipt.until', { day: formatDate(due_at) })}`}
          </li>
        ))}
      </ul>
      <SegmentedControl
        fullWidth
        aria-label={t('receipt.way')}
        value={way}
        onChange={(value) => setWay(ways.find((one) => one === value) ?? 'screen')}
        data={ways.map((value) => ({ value, label: t(`receipt.ways.${value}`) }))}
      />
      <p className="receipt-hash">
        {t('receipt.hash')} <Mono>{hash}</Mono>
      </p>
      {way === 'screen' && needsGiver && (
        <SignatureField
          label={t('receipt.signatureOf', { name: giver_name ?? '' })}
          onChange={setGiver}
          error={missing(giver === undefined)}
        />
      )}
      {way === 'screen' && (
        <SignatureField
          label={t('receipt.signatureOf', { name: person_name })}
          onChange={setSignature}
          error={missing(signature === undefined)}
        />
      )}
      {way === 'paper' && <p>{t('receipt.paperHint')}</p>}
      {way === 'mail' &&
        (draft.link.problem === null ? (
          <p>{t('receipt.mailHint', { address: draft.link.mail_address ?? '' })}</p>
        ) : (
          <Notice tone="amber" title={draft.link.problem} />
        ))}
      {error && <Notice tone="red" title={error.message} />}
      <div className="actions" style={{ justifyContent: 'flex-end', marginTop: 16 }}>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {t('word.cancel')}
        </Button>
        <Button onClick={sign} loading={isBusy} disabled={way === 'mail' && draft.link.problem !== null}>
          {t(`receipt.confirm.${kind}`)}
        </Button>
      </div>
    </Dialog>
  );
}
