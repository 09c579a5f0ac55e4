import type { SingleSignOnLink } from '@key2xs/contract';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { singleSignOnLinksQuery, singleSignOnOfferQuery, useUnlink } from '#data/people/single-sign-on';
import { goToProvider } from '#data/sign-in/single-sign-on-steps';
import { formatInstant } from '#lib/format';
import { Failure } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';

/** The own account of the provider, where the installation has one. */
export function SingleSignOnPanel() {
  const { t } = useTranslation('single-sign-on');
  const offer = useQuery(singleSignOnOfferQuery);
  const links = useQuery(singleSignOnLinksQuery);
  if (links.error) {
    return (
      <Panel title={t('links.title')} padded>
        <Failure error={links.error} onRetry={links.refetch} />
      </Panel>
    );
  }
  const items = links.data?.items ?? [];
  const name = offer.data?.is_enabled ? offer.data.name : undefined;
  if (!links.data || (name === undefined && items.length === 0)) return null;
  return (
    <Panel title={t('links.title')} padded>
      {items.map((link) => (
        <Link key={link.id} link={link} />
      ))}
      {items.length === 0 && name !== undefined && <NewLink name={name} />}
    </Panel>
  );
}

function NewLink({ name }: { name: string }) {
  const { t } = useTranslation('single-sign-on');
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await goToProvider('link').catch((error: unknown) => {
      setBusy(false);
      toast.failure(error instanceof Error ? error.message : t('errors.unexpected'));
    });
  };
  return (
    <>
      <p className="mute">{t('links.none', { name })}</p>
      <Button mt="md" variant="default" loading={isBusy} onClick={() => void leave()}>
        {t('links.link')}
      </Button>
    </>
  );
}

function Link({ link: { id, account, issuer, linked_at, last_used_at } }: { link: SingleSignOnLink }) {
  const { t } = useTranslation('single-sign-on');
  const toast = useToast();
  const unlink = useUnlink();
  const remove = () =>
    unlink.mutate(id, {
      onSuccess: () => toast.info(t('links.removed')),
      onError: (error) => toast.failure(error.message),
    });
  return (
    <Group justify="space-between">
      <div>
        <p>
          <strong>{account}</strong>
        </p>
        <p className="mute">{issuer}</p>
        <p className="mute">
          {t('links.linkedAt', { when: formatInstant(linked_at) })} ·{' '}
          {last_used_at ? t('links.usedAt', { when: formatInstant(last_used_at) }) : t('links.unused')}
        </p>
      </div>
      <Button
        variant="default"
        loading={unlink.isPending}
        onClick={remove}
        aria-label={t('links.removeNamed', { account })}
      >
        {t('links.remove')}
      </Button>
    </Group>
  );
}
