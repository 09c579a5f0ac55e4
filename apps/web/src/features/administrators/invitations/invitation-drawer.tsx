import type { Invitation } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScopeWords } from '#components/administrators/scope-words';
import { useResendInvitation, useRevokeInvitation } from '#data/people/administrators';
import { formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { useToast } from '#ui/toast';
import { useAdministratorWords } from '../details/administrator-words';
import { LinkOnce } from './link-once';

type Props = { invitation: Invitation | undefined; onClose: () => void };

/** What an invitation gives, and while it is not used, a new link for it or its end. */
export function InvitationDrawer({ invitation, onClose }: Props) {
  const { t } = useTranslation('administrators');
  const title = invitation?.name ?? invitation?.mail_address ?? t('invitations.nameless');
  return (
    <SideDrawer title={title} opened onClose={onClose}>
      {invitation ? <Details key={invitation.id} invitation={invitation} /> : <p>{t('invitations.gone')}</p>}
    </SideDrawer>
  );
}

function Details({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('administrators');
  const scopeWords = useScopeWords();
  const { rolesOf } = useAdministratorWords();
  const { mail_address, scope, status, invited_by, registered_as, valid_from, valid_until } = invitation;
  return (
    <>
      <Actions invitation={invitation} />
      <KeyValues
        items={[
          { label: t('columns.status'), value: t(`invitations.statuses.${status}`) },
          { label: t('details.mail'), value: mail_address },
          { label: t('columns.roles'), value: rolesOf(invitation) },
          { label: t('columns.scope'), value: scopeWords(scope) },
          { label: t('details.from'), value: valid_from && formatInstant(valid_from) },
          { label: t('details.until'), value: valid_until && formatInstant(valid_until) },
          { label: t('invitations.by'), value: invited_by.username },
          { label: t('invitations.created'), value: formatInstant(invitation.created_at) },
          { label: t('invitations.ends'), value: formatInstant(invitation.expires_at) },
          ...(registered_as ? [{ label: t('invitations.registered'), value: registered_as.username }] : []),
        ]}
      />
    </>
  );
}

function Actions({ invitation: { id, status } }: { invitation: Invitation }) {
  const { t } = useTranslation('administrators');
  const resend = useResendInvitation();
  const [isRevoking, setIsRevoking] = useState(false);
  if (resend.data) {
    return (
      <div style={{ marginBottom: 16 }}>
        <LinkOnce link={resend.data} onDone={resend.reset} />
      </div>
    );
  }
  if (status !== 'open' && status !== 'expired') return null;
  return (
    <div style={{ marginBottom: 16 }}>
      <div className="actions">
        <Button loading={resend.isPending} onClick={() => resend.mutate(id)}>
          {t('invitations.resend')}
        </Button>
        <Button variant="default" onClick={() => setIsRevoking(true)}>
          {t('invitations.revoke')}
        </Button>
      </div>
      <p className="mute">{t('invitations.resendHint')}</p>
      {resend.error && <Notice tone="red" title={resend.error.message} />}
      {isRevoking && <RevokeDialog id={id} onClose={() => setIsRevoking(false)} />}
    </div>
  );
}

function RevokeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('administrators');
  const revoke = useRevokeInvitation();
  const toast = useToast();
  const run = () =>
    revoke.mutate(id, {
      onSuccess: () => {
        toast.success(t('invitations.revoked'));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={t('invitations.revokeTitle')}
      confirmLabel={t('invitations.revokeConfirm')}
      isDangerous
      isBusy={revoke.isPending}
      onConfirm={run}
      onCancel={onClose}
    >
      <p>{t('invitations.revokeText')}</p>
      {revoke.error && <Notice tone="red" title={revoke.error.message} />}
    </ConfirmDialog>
  );
}
