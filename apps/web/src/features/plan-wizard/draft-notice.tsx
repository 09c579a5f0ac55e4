import type { PlanWizard } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import type { Draft } from './state/use-draft';

type Props = { draft: Draft; plan: PlanWizard['plan']; gone: number; onBasics: () => void };

/** Why the draft is not as the choices are, and what can be done about it. */
export function DraftNotice({ draft, plan, gone, onBasics }: Props) {
  const { t } = useTranslation('plan-wizard');
  const open = plan && (
    <LinkButton to="/keys/key-plans/$id" params={{ id: plan.id }} variant="default">
      {t('finished.open')}
    </LinkButton>
  );
  if (draft.editedVersion !== undefined) {
    const overwrite = (
      <Button loading={draft.isBusy} onClick={() => void draft.write(draft.editedVersion)}>
        {t('draft.overwrite')}
      </Button>
    );
    return (
      <Notice
        tone="amber"
        title={t('draft.edited')}
        actions={
          <>
            {open}
            {overwrite}
          </>
        }
      >
        {draft.error?.message}
      </Notice>
    );
  }
  if (draft.error) {
    const basics = (
      <Button variant="default" onClick={onBasics}>
        {t('draft.toBasics')}
      </Button>
    );
    return (
      <Notice tone="red" title={t('draft.refused')} actions={plan?.is_active ? open : basics}>
        {draft.error.message}
      </Notice>
    );
  }
  if (gone === 0) return null;
  return (
    <Notice tone="amber" title={t('draft.gone', { count: gone })}>
      {t('draft.goneText')}
    </Notice>
  );
}
