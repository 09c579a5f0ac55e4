import type { ReceiptSummary } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSendReceiptLink, useWithdrawReceiptLink } from '#data/key-systems/key-desk';
import { formatInstant } from '#lib/format';
import { useToast } from '#ui/toast';

/** The mailed link of a receipt: since when it waits, sent again or withdrawn, or when it was confirmed. */
export function ReceiptLink({ receipt: { id, kind, signed, link } }: { receipt: ReceiptSummary }) {
  const { t } = useTranslation('key-desk');
  const toast = useToast();
  const send = useSendReceiptLink();
  const withdraw = useWithdrawReceiptLink();
  const failed = ({ message }: Error) => toast.failure(message);
  const sendIt = () =>
    send.mutate(id, {
      onSuccess: ({ link: sent }) => toast.success(t('receipt.mailed', { address: sent?.mail_address ?? '' })),
      onError: failed,
    });
  if (signed === 'by_link' && link?.confirmed_at) {
    const moment = formatInstant(link.confirmed_at);
    return <div className="mute">{t('receipt.confirmedAt', { moment, address: link.mail_address })}</div>;
  }
  if (signed !== 'not_yet' || kind === 'transfer') return null;
  const isOver = link !== null && Date.parse(link.expires_at) <= Date.now();
  return (
    <>
      {link && (
        <div className="mute">
          {t('receipt.waitsHint', {
            address: link.mail_address,
            moment: formatInstant(link.sent_at),
            end: formatInstant(link.expires_at),
          })}{' '}
          {isOver && t('receipt.linkOver')}
        </div>
      )}
      <div className="actions" style={{ flexWrap: 'wrap' }}>
        <Button size="compact-sm" variant="default" loading={send.isPending} onClick={sendIt}>
          {t(link ? 'receipt.sendAgain' : 'receipt.sendLink')}
        </Button>
        {link && (
          <Button
            size="compact-sm"
            variant="default"
            loading={withdraw.isPending}
            onClick={() =>
              withdraw.mutate(id, { onSuccess: () => toast.success(t('receipt.withdrawn')), onError: failed })
            }
          >
            {t('receipt.withdraw')}
          </Button>
        )}
      </div>
    </>
  );
}
