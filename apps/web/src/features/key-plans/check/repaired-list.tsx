import type { KeyPlan } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '#ui/panel';
import { useEditing } from '../drafts/editing';

type Props = { plan: KeyPlan /** What repairs were made, in words. */; made: ReadonlySet<string> };

/** What was repaired since the tab was opened and not taken back, the last one first, each with its way back. */
export function RepairedList({ plan, made }: Props) {
  const { t } = useTranslation('plan-check');
  const { done, takeBack, isPending } = useEditing();
  const repaired = done.filter(({ words }) => made.has(words)).toReversed();
  if (repaired.length === 0) return null;
  return (
    <Panel title={t('repairedTitle')}>
      <p className="mute" style={{ padding: '8px 16px' }}>
        {t(plan.takes_effect === 'on_activation' ? 'repairedDraft' : 'repairedAtOnce')}
      </p>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {repaired.map((entry) => (
          <li
            key={JSON.stringify(entry.edits)}
            className="actions"
            style={{
              justifyContent: 'space-between',
              alignItems: 'center',
              padding: '10px 16px',
              borderTop: '1px solid var(--line-soft)',
            }}
          >
            <span style={{ overflowWrap: 'anywhere' }}>{entry.words}</span>
            <Button
              variant="default"
              disabled={isPending}
              onClick={() => takeBack(entry)}
              aria-label={t('undoNamed', { repair: entry.words })}
            >
              {t('undo')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
