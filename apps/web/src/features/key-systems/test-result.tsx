import type { KeySystemStatus } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#components/status-badge';
import { ReadInventoryButton } from '#components/sync-actions';
import { KeyValues } from '#ui/key-values';
import { LinkButton } from '#ui/link-button';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';
import type { TestAnswer } from './use-connecting';

/** What a status means for somebody who has just added the connection. */
const meanings = {
  ACTIVE: { outcome: 'ok', tone: 'green' },
  CONFIGURED: { outcome: 'ok', tone: 'green' },
  PENDING_VALIDATION: { outcome: 'pending', tone: 'amber' },
  ERROR: { outcome: 'error', tone: 'red' },
  DISABLED: { outcome: 'error', tone: 'red' },
} as const satisfies Record<KeySystemStatus, { outcome: string; tone: string }>;

type Props = { name: string; answer: TestAnswer; onTestAgain: () => void; onEdit: () => void };

/** What the key system answered, what it means, and the way on. */
export function TestResult({ name, answer, onTestAgain, onEdit }: Props) {
  const { t } = useTranslation('key-systems');
  const { outcome, tone } = meanings[answer.status];
  const facts = [
    { label: t('test.status'), value: <StatusBadge status={answer.status} /> },
    { label: t('test.message'), value: answer.status_message },
    { label: t('test.id'), value: <Mono>{answer.id}</Mono> },
  ];
  return (
    <>
      <Notice tone={tone} title={t(`test.${outcome}`)}>
        {outcome === 'pending' && t('test.pendingHint')}
        {outcome === 'ok' && t('test.next')}
      </Notice>
      <Panel title={t('test.title')} padded>
        <KeyValues items={facts} />
        <div className="actions" style={{ marginTop: 16 }}>
          {outcome === 'ok' ? (
            <WaysOn system={{ id: answer.id, name }} />
          ) : (
            <WaysBack onTestAgain={onTestAgain} onEdit={onEdit} />
          )}
        </div>
      </Panel>
    </>
  );
}

function WaysOn({ system }: { system: { id: string; name: string } }) {
  const { t } = useTranslation('key-systems');
  return (
    <>
      <ReadInventoryButton system={system} variant="filled" />
      <LinkButton to="/keys/key-plans" search={{ dialog: 'create' }} variant="default">
        {t('test.plan')}
      </LinkButton>
      <LinkButton to="/connection-manager" variant="default">
        {t('test.manager')}
      </LinkButton>
    </>
  );
}

/** Also for a test that did not run at all. */
export function WaysBack({ onTestAgain, onEdit }: Pick<Props, 'onTestAgain' | 'onEdit'>) {
  const { t } = useTranslation('key-systems');
  return (
    <>
      <Button onClick={onEdit}>{t('test.edit')}</Button>
      <Button variant="default" onClick={onTestAgain}>
        {t('test.again')}
      </Button>
      <LinkButton to="/connection-manager" variant="default">
        {t('test.manager')}
      </LinkButton>
    </>
  );
}
