import type { Key } from '@key2xs/contract';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { CustodyTag } from './custody-tag';
import { DueField } from './due-field';
import type { DeskMode } from './key-desk-search';
import { ReceiptDialog } from './receipt-dialog';
import { RecipientSelect } from './recipient-select';
import { ScanField } from './scan-field';
import { useDesk } from './use-desk';
import './key-desk.css';

type Props = { mode: DeskMode; onClose: () => void };

/** Hands keys out, takes them back or hands them on: a person once, then scan or type as many keys as there are. */
export function Desk({ mode, onClose }: Props) {
  const { t } = useTranslation('key-desk');
  const desk = useDesk(mode);
  const { keys, person, draft, send } = desk;
  const needsPerson = mode !== 'return';
  return (
    <Page
      title={t(`desk.${mode}.title`)}
      about={t(`desk.${mode}.about`)}
      back={{ label: t('desk.back'), onClick: onClose }}
    >
      <div className="desk">
        <Panel>
          <form className="desk-form" onSubmit={desk.submit} noValidate aria-label={t(`desk.${mode}.title`)}>
            {needsPerson && (
              <RecipientSelect
                ref={desk.personField}
                chosen={person}
                onChoose={desk.choosePerson}
                error={desk.problems.person}
              />
            )}
            <ScanField onFound={desk.add} fieldRef={desk.scanField} />
            {needsPerson && <DueField value={desk.day} onChange={desk.setDay} error={desk.problems.day} />}
            <TextInput
              label={t('reason.label')}
              description={t(`reason.hint.${mode}`)}
              value={desk.reason}
              onChange={(event) => desk.setReason(event.currentTarget.value)}
              error={desk.problems.reason}
            />
            {desk.warnings.map(({ message, code, key_id, needs_reason }) => (
              <Notice key={`${code}${key_id}${message}`} tone={needs_reason ? 'amber' : 'blue'} title={message} />
            ))}
            {send.error && !draft && <Notice tone="red" title={send.error.message} />}
            {desk.draftError && <Notice tone="red" title={desk.draftError.message} />}
          </form>
        </Panel>
        <Panel>
          {keys.length === 0 ? (
            <Empty title={t('desk.empty')} hint={t('desk.emptyHint')} />
          ) : (
            <>
              <ul className="desk-keys" aria-label={t('desk.keys')}>
                {keys.map((key) => (
                  <DeskKey key={key.id} item={key} mode={mode} desk={desk} />
                ))}
              </ul>
              <div className="desk-foot">
                <Button onClick={() => desk.openReceipt()} loading={desk.isDrafting}>
                  {t(`desk.${mode}.sign`, { count: keys.length })}
                </Button>
                <Button variant="default" onClick={() => desk.finish()} loading={send.isPending && !draft}>
                  {t(`desk.${mode}.withoutReceipt`)}
                </Button>
                <span className="mute">{t('desk.shortcut')}</span>
              </div>
            </>
          )}
        </Panel>
      </div>
      {draft && (
        <ReceiptDialog
          draft={draft}
          isBusy={send.isPending}
          error={send.error}
          onSign={(receipt) => desk.finish(receipt)}
          onClose={desk.closeReceipt}
        />
      )}
    </Page>
  );
}

type DeskState = ReturnType<typeof useDesk>;

function DeskKey({ item, mode, desk }: { item: Key; mode: DeskMode; desk: DeskState }) {
  const { t } = useTranslation('key-desk');
  const { id, marking, name, custody } = item;
  return (
    <li>
      <Mono>{marking}</Mono>
      <span>
        {custody.holder ? custody.holder.name : name} <CustodyTag custody={custody} />
      </span>
      {mode === 'return' ? (
        <Checkbox
          className="desk-choice"
          label={t('desk.isBroken')}
          checked={desk.broken.has(id)}
          onChange={() => desk.toggleBroken(id)}
        />
      ) : (
        <span />
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={t('desk.remove', { name: marking })}
        onClick={() => desk.remove(id)}
      >
        <IconTrash size={16} aria-hidden />
      </Button>
    </li>
  );
}
