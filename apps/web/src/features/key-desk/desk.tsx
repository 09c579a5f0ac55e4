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
import { ReceiptDialog } from './receipts/receipt-dialog';
import { RecipientSelect } from './recipient-select';
import { RingOffers } from './rings/ring-offers';
import { ScanField } from './scan-field';
import { type DeskStart, useDesk } from './use-desk';
import './key-desk.css';

type Props = { mode: DeskMode; start: DeskStart; onClose: () => void };

/** Hands keys out, takes them back or hands them on: a person once, then scan or type as many keys as there are. */
export function Desk({ mode, start, onClose }: Props) {
  const { t } = useTranslation('key-desk');
  const desk = useDesk(mode, start);
  const { keys, coming, person, draft, send } = desk;
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
            <RecipientSelect
              ref={desk.personField}
              label={needsPerson ? t('person.label') : t('person.from')}
              description={needsPerson ? undefined : t('person.fromHint')}
              chosen={person}
              onChoose={desk.choosePerson}
              error={desk.problems.person}
            />
            {mode === 'return' && person && <AllOf name={person.display_name} desk={desk} />}
            {desk.all.error && <Notice tone="red" title={desk.all.error.message} />}
            {desk.reservedError && <Notice tone="red" title={desk.reservedError.message} />}
            {desk.joinerError && <Notice tone="red" title={desk.joinerError.message} />}
            <RingOffers mode={mode} keys={keys} onAdd={desk.add} />
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
                <Button onClick={() => desk.openReceipt()} loading={desk.isDrafting} disabled={coming.length === 0}>
                  {t(`desk.${mode}.sign`, { count: coming.length })}
                </Button>
                <Button
                  variant="default"
                  onClick={() => desk.finish()}
                  loading={send.isPending && !draft}
                  disabled={coming.length === 0}
                >
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
          onSign={desk.finish}
          onClose={desk.closeReceipt}
        />
      )}
    </Page>
  );
}

type DeskState = ReturnType<typeof useDesk>;

/** What is said of all keys of a person who gives them back. */
function AllOf({ name, desk: { all } }: { name: string; desk: DeskState }) {
  const { t } = useTranslation('key-desk');
  if (!all.held) return null;
  const { keys, lost, more } = all.held;
  if (keys.length + lost.length === 0)
    return <Notice tone="blue" title={name ? t('all.none', { name }) : t('all.nobody')} />;
  return (
    <>
      {keys.length > 0 && (
        <p role="status">
          {t('all.listed', { count: keys.length, name })}{' '}
          {all.staying.size > 0 && t('all.staying', { count: all.staying.size })}
        </p>
      )}
      {lost.length > 0 && (
        <Notice
          tone="amber"
          title={t('all.lost', { count: lost.length, names: lost.map(({ marking }) => marking).join(', ') })}
        />
      )}
      {more > 0 && <Notice tone="amber" title={t('all.more', { count: more })} />}
    </>
  );
}

function DeskKey({ item, mode, desk }: { item: Key; mode: DeskMode; desk: DeskState }) {
  const { t } = useTranslation('key-desk');
  const { id, marking, name, custody } = item;
  const stays = desk.all.staying.has(id);
  return (
    <li>
      {mode === 'return' ? (
        <Checkbox
          label={<Mono>{marking}</Mono>}
          aria-label={t('all.comesBack', { name: marking })}
          checked={!stays}
          onChange={() => desk.all.toggle(id)}
        />
      ) : (
        <Mono>{marking}</Mono>
      )}
      <span>
        {custody.holder ? custody.holder.name : name} <CustodyTag custody={custody} />
      </span>
      {mode === 'return' ? (
        <Checkbox
          className="desk-choice"
          label={t('desk.isBroken')}
          checked={desk.broken.has(id)}
          disabled={stays || custody.state === 'broken'}
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
