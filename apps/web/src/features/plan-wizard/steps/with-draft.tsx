import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { canWrite } from '../state/missing';
import type { StepProps } from './step-props';

type Props = Pick<StepProps, 'content' | 'wizard' | 'draft' | 'goTo'> & { children: (planId: string) => ReactNode };

/** Shows what is measured on the draft once it is as the choices are. */
export function WithDraft({ content, wizard: { plan }, draft, goTo, children }: Props) {
  const { t } = useTranslation('plan-wizard');
  if (!canWrite(content)) {
    const action = <Button onClick={() => goTo('basics')}>{t('draft.toBasics')}</Button>;
    return (
      <Panel>
        <Empty title={t('draft.none')} hint={t('draft.noneHint')} action={action} />
      </Panel>
    );
  }
  if (draft.isWritten && !draft.isBusy && plan) return children(plan.id);
  return draft.error ? null : <Loading label={t('draft.writing')} />;
}
