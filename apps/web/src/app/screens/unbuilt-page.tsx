import { IconTools } from '@tabler/icons-react';
import type { CustomTypeOptions } from 'i18next';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/link-button';
import { Page } from '#ui/page';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';

export type UnbuiltName = keyof CustomTypeOptions['resources']['shell']['unbuilt']['screens'];

/** States that a screen is not built yet, what it will do and what to use until then. */
export const unbuiltPage = (name: UnbuiltName) =>
  function UnbuiltPage() {
    const { t } = useTranslation('shell');
    const title = t(`unbuilt.screens.${name}.title`);
    return (
      <Page title={title} subtitle={t('unbuilt.subtitle')}>
        <Panel>
          <Empty
            icon={<IconTools size={28} stroke={1.5} aria-hidden />}
            title={t('unbuilt.title', { screen: title })}
            hint={t(`unbuilt.screens.${name}.hint`)}
            action={
              <LinkButton to="/dashboards/start" variant="default">
                {t('unbuilt.back')}
              </LinkButton>
            }
          />
        </Panel>
      </Page>
    );
  };
