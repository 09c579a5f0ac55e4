import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Loading } from '#ui/page-states';
import { ConnectionForm } from './connection-form';
import { TestResult, WaysBack } from './test-result';
import { useConnecting } from './use-connecting';

/** Add a key system: its credentials, then its test. */
export function AddKeySystemPage() {
  const { t } = useTranslation('key-systems');
  const back = { to: '/key-systems', label: t('add.back') } as const;
  return (
    <Page title={t('add.title')} subtitle={t('add.subtitle')} back={back}>
      <div style={{ maxWidth: 720 }}>
        <Stages />
      </div>
    </Page>
  );
}

function Stages() {
  const { t } = useTranslation('key-systems');
  const { stage, stored, submit, testAgain, edit } = useConnecting();
  const repeat = () => {
    if (stored) void testAgain(stored.id);
  };
  switch (stage.is) {
    case 'form':
      return (
        <>
          {stored && (
            <Notice tone="amber" title={t('add.keep.title', { name: stored.values.name })}>
              {t('add.keep.text')}
            </Notice>
          )}
          <ConnectionForm values={stored?.values} onSubmit={submit} />
        </>
      );
    case 'testing':
      return <Loading label={t('test.running')} />;
    case 'unanswered':
      return (
        <>
          <Notice tone="red" title={t('test.unanswered')}>
            {stage.error.message}
          </Notice>
          <div className="actions">
            <WaysBack onTestAgain={repeat} onEdit={edit} />
          </div>
        </>
      );
    case 'tested':
      return <TestResult name={stored?.values.name ?? ''} answer={stage.answer} onTestAgain={repeat} onEdit={edit} />;
  }
}
