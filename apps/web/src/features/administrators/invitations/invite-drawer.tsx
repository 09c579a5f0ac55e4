import type { OneTimeLink } from '@key2xs/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '#components/use-unsaved';
import { useInvite } from '#data/people/administrators';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { AdministratorForm } from '../form/administrator-form';
import { type AdministratorValues, newValues, rightsOf } from '../form/administrator-values';
import { LinkOnce } from './link-once';

/** Invites an administrator; the link is mailed or shown once. */
export function InviteDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('administrators');
  const invite = useInvite();
  const { setIsDirty, close, question } = useUnsaved(onClose);
  const [link, setLink] = useState<OneTimeLink>();
  const submit = async (values: AdministratorValues) => {
    const { name, mail_address } = values;
    const body = { ...rightsOf(values), name: name.trim() || null, mail_address: mail_address.trim() || null };
    setLink(await invite.mutateAsync({ body }));
    setIsDirty(false);
  };
  return (
    <SideDrawer title={t('invitations.title')} opened onClose={close}>
      {link ? (
        <LinkOnce link={link} onDone={onClose} />
      ) : (
        <>
          <p className="mute" style={{ marginBottom: 16 }}>
            {t('invitations.purpose')}
          </p>
          <AdministratorForm
            values={newValues}
            submitLabel={t('invitations.submit')}
            hasRights
            hasReason={false}
            onSubmit={submit}
            onCancel={close}
            onDirty={setIsDirty}
          />
        </>
      )}
      {question}
    </SideDrawer>
  );
}
