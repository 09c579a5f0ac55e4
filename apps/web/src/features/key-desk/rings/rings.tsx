import { type KeyRing, keyRingList } from '@key2xs/contract';
import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { useDissolveRing, useUpdateRing } from '#data/key-systems/key-rings';
import { formatInstant } from '#lib/format';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Page } from '#ui/page';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag, type Tone } from '#ui/status-tag';
import { useToast } from '#ui/toast';

const tones: Record<KeyRing['state'], Tone> = {
  empty: 'grey',
  in_stock: 'grey',
  handed_out: 'green',
  incomplete: 'amber',
};

/** Rings of keys, and where each is. */
export function Rings({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('key-desk');
  return (
    <Page
      title={t('rings.title')}
      about={t('rings.about')}
      back={{ label: t('desk.back'), onClick: onClose }}
      actions={<ExportButton list={keyRingList} />}
    >
      <Panel>
        <RecordList
          list={keyRingList}
          columns={useColumns()}
          words={t('rings.words', { returnObjects: true })}
          empty={<Empty title={t('rings.none.title')} hint={t('rings.none.hint')} />}
          rowLabel={({ name }) => t('open', { name })}
          drawer={({ row, onClose: close }) => row && <Ring ring={row} onClose={close} key={row.version} />}
        />
      </Panel>
    </Page>
  );
}

function useColumns(): RecordColumn<typeof keyRingList>[] {
  const { t } = useTranslation('key-desk');
  return [
    { key: 'name', phone: 'title', header: t('rings.name'), sort: 'name', isLine: true, cell: ({ name }) => name },
    { key: 'state', phone: 'aside', header: t('columns.state'), cell: ({ state }) => <RingTag state={state} /> },
    { key: 'holder', phone: 'meta', header: t('columns.holder'), clip: ({ holder }) => holder },
    {
      key: 'keys',
      phone: 'meta',
      header: t('rings.keys'),
      width: '40%',
      clip: ({ keys }) => keys.map(({ marking }) => marking).join(', '),
    },
  ];
}

function RingTag({ state }: { state: KeyRing['state'] }) {
  const { t } = useTranslation('key-desk');
  return <StatusTag tone={tones[state]} label={t(`rings.states.${state}`)} />;
}

function Ring({ ring, onClose }: { ring: KeyRing; onClose: () => void }) {
  const { t } = useTranslation('key-desk');
  const toast = useToast();
  const update = useUpdateRing();
  const [name, setName] = useState(ring.name);
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const [isDissolving, setIsDissolving] = useState(false);
  const keys = ring.keys.filter(({ id }) => !off.has(id)).map(({ id }) => id);
  const isChanged = name.trim() !== ring.name || off.size > 0;
  const toggle = (id: string) => {
    const next = new Set(off);
    if (!next.delete(id)) next.add(id);
    setOff(next);
  };
  const save = () =>
    update.mutate({ ring, name, keys }, { onSuccess: () => toast.success(t('rings.saved', { name: name.trim() })) });
  return (
    <SideDrawer title={ring.name} opened onClose={onClose}>
      <Stack gap="md">
        <p>
          <RingTag state={ring.state} /> {ring.holder}
        </p>
        <p className="mute">
          {ring.created_by} · {formatInstant(ring.created_at)}
        </p>
        <TextInput
          label={t('rings.name')}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={name.trim() === '' ? t('rings.nameMissing') : undefined}
        />
        <fieldset className="ring-keys">
          <legend>{t('rings.keys')}</legend>
          {ring.keys.map(({ id, marking }) => (
            <Checkbox key={id} label={marking} checked={!off.has(id)} onChange={() => toggle(id)} />
          ))}
        </fieldset>
        {keys.length < 2 && <Notice tone="amber" title={t('rings.tooFew')} />}
        {update.error && <Notice tone="red" title={update.error.message} />}
        <div className="actions">
          <Button
            onClick={save}
            loading={update.isPending}
            disabled={!isChanged || keys.length < 2 || name.trim() === ''}
          >
            {t('detail.save')}
          </Button>
          <Button variant="default" onClick={() => setIsDissolving(true)}>
            {t('rings.dissolve')}
          </Button>
        </div>
      </Stack>
      {isDissolving && <Dissolve ring={ring} onCancel={() => setIsDissolving(false)} onDone={onClose} />}
    </SideDrawer>
  );
}

type DissolveProps = { ring: KeyRing; onCancel: () => void; onDone: () => void };

function Dissolve({ ring, onCancel, onDone }: DissolveProps) {
  const { t } = useTranslation('key-desk');
  const toast = useToast();
  const dissolve = useDissolveRing();
  const confirm = () =>
    dissolve.mutate(
      { ring },
      {
        onSuccess: () => {
          toast.success(t('rings.dissolved', { name: ring.name }));
          onDone();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('rings.dissolveTitle', { name: ring.name })}
      confirmLabel={t('rings.dissolve')}
      isDangerous
      isBusy={dissolve.isPending}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p>{t('rings.dissolveText')}</p>
      {dissolve.error && <Notice tone="red" title={dissolve.error.message} />}
    </ConfirmDialog>
  );
}
