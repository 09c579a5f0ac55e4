import type { Administrator } from '@key2xs/contract';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ResumeDialog, SuspendDialog } from '#components/administrators/suspension-dialogs';
import { nameOf } from '../details/administrator-words';
import { EndSessionsDialog, ResetFactorsDialog } from './account-dialogs';
import { DeputyDialog } from './deputy-dialog';
import { HandOverDialog } from './hand-over-dialog';
import { ResetDialog } from './reset-dialog';
import { UnlinkDialog } from './unlink-dialog';
import { ViewDialog } from './view-dialog';

const dialogs = {
  view: ViewDialog,
  deputy: DeputyDialog,
  handOver: HandOverDialog,
  reset: ResetDialog,
  resetFactors: ResetFactorsDialog,
  unlink: UnlinkDialog,
  endSessions: EndSessionsDialog,
  suspend: SuspendDialog,
  resume: ResumeDialog,
};
type Action = keyof typeof dialogs;
const actions = Object.keys(dialogs) as Action[]; // keys of a closed const object
const dangerous: readonly Action[] = ['suspend'];

/** What makes sense for this account; the server decides. */
const isOffered: Record<Action, (administrator: Administrator, isOwn: boolean) => boolean> = {
  view: ({ role, status, is_service }, isOwn) => !isOwn && role === 'subadmin' && status === 'active' && !is_service,
  deputy: ({ is_service }) => !is_service,
  handOver: () => true,
  reset: ({ is_service, status }) => !is_service && status !== 'suspended',
  resetFactors: ({ second_factor }) => second_factor !== 'none',
  unlink: ({ linked_accounts }, isOwn) => !isOwn && linked_accounts.length > 0,
  endSessions: ({ is_service }) => !is_service,
  suspend: ({ status }, isOwn) => !isOwn && status !== 'suspended',
  resume: ({ status }) => status === 'suspended',
};

type Props = { administrator: Administrator; isOwn: boolean; onEdit: () => void };

export function AdministratorActions({ administrator, isOwn, onEdit }: Props) {
  const { t } = useTranslation('administrators');
  const [action, setAction] = useState<Action>();
  const Dialog = action && dialogs[action];
  const name = nameOf(administrator);
  const offered = actions.filter((one) => isOffered[one](administrator, isOwn));
  return (
    <div className="actions">
      <Button onClick={onEdit}>{t('details.edit')}</Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            rightSection={<IconChevronDown size={16} aria-hidden />}
            aria-label={t('details.moreNamed', { name })}
          >
            {t('details.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((one) => (
            <Menu.Item key={one} onClick={() => setAction(one)} {...(dangerous.includes(one) && { c: 'var(--red)' })}>
              {t(`${one}.action`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {Dialog && <Dialog administrator={administrator} name={name} onClose={() => setAction(undefined)} />}
    </div>
  );
}
