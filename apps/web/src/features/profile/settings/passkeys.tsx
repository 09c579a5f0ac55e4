import type { Passkey, SecondFactors } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { addPasskey, useRemovePasskey, useRenamePasskey } from '#data/sign-in/second-factors';
import { formatDate } from '#lib/format';
import { hasPasskeys } from '#lib/passkeys';
import { deviceOf } from '#lib/words/device-words';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { StatusTag } from '#ui/status-tag';
import { type Column, DataTable } from '#ui/table/data-table';
import { useToast } from '#ui/toast';
import { PasskeyNameDialog } from './passkey-name-dialog';

type Props = { factors: SecondFactors; onCodes: (codes: string[]) => void };
type Open = { is: 'add' } | { is: 'rename' | 'remove'; passkey: Passkey };

/** The passkeys of the signed-in administrator. */
export function Passkeys({ factors: { passkeys, passkeys_possible }, onCodes }: Props) {
  const { t } = useTranslation('second-factors');
  const toast = useToast();
  const rename = useRenamePasskey();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const add = async (name: string) => {
    const codes = await addPasskey(name);
    close();
    toast.success(t('passkeys.added'));
    if (codes) onCodes(codes);
  };
  const giveName = async (id: string, name: string) => {
    await rename.mutateAsync({ id, name });
    close();
    toast.success(t('passkeys.renamed'));
  };
  const canAdd = passkeys_possible && hasPasskeys();
  return (
    <section className="factor-part" aria-label={t('passkeys.title')}>
      <h3>{t('passkeys.title')}</h3>
      <p className="mute">{t('passkeys.hint')}</p>
      {passkeys.length > 0 ? <List passkeys={passkeys} onOpen={setOpen} /> : <p>{t('passkeys.none')}</p>}
      {canAdd ? (
        <div className="actions actions-row">
          <Button variant="default" onClick={() => setOpen({ is: 'add' })}>
            {t('passkeys.add')}
          </Button>
        </div>
      ) : (
        <p className="mute">{t(passkeys_possible ? 'passkey.unsupported' : 'passkeys.impossible')}</p>
      )}
      {open?.is === 'add' && (
        <PasskeyNameDialog
          title={t('passkeys.add')}
          name={nameOfDevice()}
          submitLabel={t('passkeys.add')}
          onName={add}
          onCancel={close}
        />
      )}
      {open?.is === 'rename' && (
        <PasskeyNameDialog
          title={t('passkeys.renameNamed', { name: open.passkey.name })}
          name={open.passkey.name}
          submitLabel={t('passkeys.rename')}
          onName={(name) => giveName(open.passkey.id, name)}
          onCancel={close}
        />
      )}
      {open?.is === 'remove' && <RemoveDialog passkey={open.passkey} onEnd={close} />}
    </section>
  );
}

function nameOfDevice(): string {
  const { browser, system } = deviceOf(navigator.userAgent);
  return [browser, system].filter(Boolean).join(', ');
}

function List({ passkeys, onOpen }: { passkeys: Passkey[]; onOpen: (open: Open) => void }) {
  const { t } = useTranslation('second-factors');
  const columns: Column<Passkey>[] = [
    { key: 'name', header: t('passkeys.name'), cell: (passkey) => <Name passkey={passkey} />, phone: 'title' },
    { key: 'created', header: t('passkeys.created'), cell: ({ created_at }) => formatDate(created_at), phone: 'meta' },
    {
      key: 'used',
      header: t('passkeys.used'),
      cell: ({ last_used_at }) => <TimeAgo instant={last_used_at} />,
    },
    {
      key: 'actions',
      header: t('passkeys.actions'),
      headerCell: <span className="visually-hidden">{t('passkeys.actions')}</span>,
      phone: 'foot',
      cell: (passkey) => (
        <div className="actions">
          {(['rename', 'remove'] as const).map((is) => (
            <Button
              key={is}
              variant="default"
              size="compact-sm"
              aria-label={t(`passkeys.${is}Named`, { name: passkey.name })}
              onClick={() => onOpen({ is, passkey })}
            >
              {t(`passkeys.${is}`)}
            </Button>
          ))}
        </div>
      ),
    },
  ];
  return <DataTable caption={t('passkeys.caption')} columns={columns} rows={passkeys} rowKey={({ id }) => id} />;
}

function Name({ passkey: { name, is_backed_up } }: { passkey: Passkey }) {
  const { t } = useTranslation('second-factors');
  return (
    <>
      {name}{' '}
      {is_backed_up && (
        <span title={t('passkeys.syncedHint')}>
          <StatusTag tone="grey" label={t('passkeys.synced')} isPlain />
        </span>
      )}
    </>
  );
}

function RemoveDialog({ passkey: { id, name }, onEnd }: { passkey: Passkey; onEnd: () => void }) {
  const { t } = useTranslation('second-factors');
  const toast = useToast();
  const remove = useRemovePasskey();
  const start = () =>
    remove.mutate(id, {
      onSuccess: () => toast.success(t('passkeys.removed')),
      onError: (error) => toast.failure(error.message),
      onSettled: onEnd,
    });
  return (
    <ConfirmDialog
      title={t('passkeys.removeAsk', { name })}
      confirmLabel={t('passkeys.remove')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={start}
      onCancel={onEnd}
    >
      {t('passkeys.removeEffect')}
    </ConfirmDialog>
  );
}
