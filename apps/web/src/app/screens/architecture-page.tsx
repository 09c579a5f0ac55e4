import { useTranslation } from 'react-i18next';
import { Page } from '#ui/page';
import { Panel } from '#ui/panel';

const parts = ['sides', 'plan', 'changes', 'layers', 'work', 'record'] as const;

/** How the product works, for administrators. */
export function ArchitecturePage() {
  const { t } = useTranslation('shell');
  return (
    <Page title={t('architecture.title')} subtitle={t('architecture.subtitle')}>
      <div className="architecture">
        {parts.map((part) => (
          <Panel key={part} title={t(`architecture.${part}.title`)} padded>
            <p>{t(`architecture.${part}.text`)}</p>
          </Panel>
        ))}
      </div>
    </Page>
  );
}
