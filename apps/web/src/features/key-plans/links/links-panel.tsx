import type { Endpoint } from '@key2xs/contract';
import { Button, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayCall } from '#components/may-call';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';

type Connection = { id: string; name: string };

type Props = {
  texts: { title: string; hint: string; none: string; choose: string };
  linked: readonly Connection[];
  /** Every connection of this kind, linked or not. */
  all: readonly Connection[];
  /** Offered where there is nothing to link. */
  add: ReactNode;
  link: (id: string) => Promise<unknown>;
  unlink: (id: string) => Promise<unknown>;
  /** The effect of unlinking, with figures. */
  effectOf: (id: string) => string;
  actionsOf?: (connection: Connection) => ReactNode;
  /** Called to link and to unlink. */
  calls: readonly Endpoint[];
};

/** A plan's links on one side, and the candidates for more. */
export function LinksPanel({ texts, linked, all, add, link, unlink, effectOf, actionsOf, calls }: Props) {
  const { t } = useTranslation('key-plans');
  const [leaving, setLeaving] = useState<Connection>();
  const isLinked = new Set(linked.map(({ id }) => id));
  const free = all.filter(({ id }) => !isLinked.has(id));
  return (
    <Panel title={texts.title} padded>
      <p className="mute">{linked.length > 0 ? texts.hint : texts.none}</p>
      <ul style={{ listStyle: 'none', margin: '12px 0', padding: 0, display: 'grid', gap: 8 }}>
        {linked.map((one) => (
          <li key={one.id} style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
            <strong style={{ flex: '1 1 160px', overflowWrap: 'anywhere' }}>{one.name}</strong>
            <div className="actions">
              {actionsOf?.(one)}
              <MayCall of={calls}>
                <Button
                  variant="default"
                  aria-label={t('links.unlinkNamed', { name: one.name })}
                  onClick={() => setLeaving(one)}
                >
                  {t('links.unlink')}
                </Button>
              </MayCall>
            </div>
          </li>
        ))}
      </ul>
      <MayCall of={calls}>
        {free.length > 0 ? (
          <LinkChoice label={texts.choose} free={free} link={link} />
        ) : (
          <NothingFree all={all} add={add} />
        )}
      </MayCall>
      {leaving && (
        <UnlinkDialog connection={leaving} unlink={unlink} onClose={() => setLeaving(undefined)}>
          {effectOf(leaving.id)}
        </UnlinkDialog>
      )}
    </Panel>
  );
}

function NothingFree({ all, add }: Pick<Props, 'all' | 'add'>) {
  const { t } = useTranslation('key-plans');
  return (
    <div className="actions" style={{ alignItems: 'center' }}>
      {all.length > 0 && <span className="mute">{t('links.allLinked')}</span>}
      {add}
    </div>
  );
}

type ChoiceProps = { label: string; free: readonly Connection[]; link: Props['link'] };

function LinkChoice({ label, free, link }: ChoiceProps) {
  const { t } = useTranslation('key-plans');
  const toast = useToast();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // With a single candidate there is nothing to choose.
  const target = free.find(({ id }) => id === chosen) ?? (free.length === 1 ? free[0] : undefined);
  const run = async ({ id, name }: Connection) => {
    setIsBusy(true);
    try {
      await link(id);
      toast.success(t('links.toasts.linked', { name }));
      setChosen(null);
    } catch (error) {
      toast.failure(error instanceof Error ? error.message : t('failed'));
    }
    setIsBusy(false);
  };
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'flex-end' }}>
      <Select
        style={{ flex: '1 1 200px' }}
        label={label}
        data={free.map(({ id, name }) => ({ value: id, label: name }))}
        value={target?.id ?? null}
        onChange={setChosen}
        searchable={free.length > 12}
      />
      <Button
        disabled={!target}
        loading={isBusy}
        onClick={() => {
          if (target) void run(target);
        }}
      >
        {t('links.link')}
      </Button>
    </div>
  );
}

type DialogProps = { connection: Connection; unlink: Props['unlink']; onClose: () => void; children: ReactNode };

function UnlinkDialog({ connection: { id, name }, unlink, onClose, children }: DialogProps) {
  const { t } = useTranslation('key-plans');
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    try {
      await unlink(id);
      toast.success(t('links.toasts.unlinked', { name }));
    } catch (error) {
      toast.failure(error instanceof Error ? error.message : t('failed'));
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('links.unlinkTitle', { name })}
      confirmLabel={t('links.unlink')}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
