import type { OneTimeLink } from '@key2xs/contract';
import { Button, CopyButton, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';
import { Notice } from '#ui/notice';

type Props = { link: OneTimeLink; onDone: () => void };

/** A link that works once: where it was mailed to, or the link itself, which nothing shows again. */
export function LinkOnce({ link: { link, mailed_to, mail_problem, expires_at }, onDone }: Props) {
  const { t } = useTranslation('administrators');
  const when = formatInstant(expires_at);
  const done = (
    <Button variant="default" onClick={onDone}>
      {t('link.done')}
    </Button>
  );
  if (link === null) {
    return (
      <Stack gap="md">
        <p role="status">{t('link.mailed', { to: mailed_to ?? '', when })}</p>
        <div className="actions">{done}</div>
      </Stack>
    );
  }
  const address = new URL(link, window.location.origin).href;
  return (
    <Stack gap="md">
      <Notice tone="amber" title={t('link.title')}>
        {t('link.shown', { when })} {mail_problem ? t('link.notMailed', { why: mail_problem }) : t('link.noMail')}
      </Notice>
      <TextInput
        label={t('link.label')}
        value={address}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="actions">
        <CopyButton value={address}>
          {({ copied, copy }) => <Button onClick={copy}>{t(copied ? 'link.copied' : 'link.copy')}</Button>}
        </CopyButton>
        {done}
      </div>
    </Stack>
  );
}
