import type { SyncTask } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { ProgressBar } from '#ui/progress';

/** Progress of a task in its current phase, and a note that nobody has to wait for it. */
export function TaskProgress({ task: { title, phase, done, total } }: { task: SyncTask }) {
  const { t } = useTranslation(['tasks', 'shell']);
  return (
    <>
      <ProgressBar
        label={t('progress', { title })}
        phase={t(`shell:notifications.phases.${phase}`)}
        done={done}
        total={total}
      />
      <p className="mute" style={{ marginTop: 12 }}>
        {t('leave')}
      </p>
    </>
  );
}
