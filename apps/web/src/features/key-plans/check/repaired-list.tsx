import type { KeyPlan } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RepairUndo, useUndoRepair } from '#data/plan-check';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';

/** A repair that was made, in words, with what undoes it. */
export type Repaired = { words: string; undo: RepairUndo };

/** Repairs since the tab was opened, the last one first. */
export function useRepaired() {
  const [repaired, setRepaired] = useState<readonly Repaired[]>([]);
  return {
    repaired,
    note: (one: Repaired) => setRepaired((others) => [one, ...others]),
    undone: (one: Repaired) => setRepaired((others) => others.filter((other) => other !== one)),
  };
}

type Props = { plan: KeyPlan; repaired: readonly Repaired[]; onUndone: (repaired: Repaired) => void };

/** What was repaired just now, each with its way back. */
export function RepairedList({ plan, repaired, onUndone }: Props) {
  const { t } = useTranslation('plan-check');
  if (repaired.length === 0) return null;
  return (
    <Panel title={t('repairedTitle')}>
      <p className="mute" style={{ padding: '8px 16px' }}>
        {t(plan.takes_effect === 'on_activation' ? 'repairedDraft' : 'repairedAtOnce')}
      </p>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {repaired.map((one) => (
          <Line
            key={`${one.undo.rule.id} ${one.undo.version}`}
            planId={plan.id}
            repaired={one}
            onUndone={() => onUndone(one)}
          />
        ))}
      </ul>
    </Panel>
  );
}

type LineProps = { planId: string; repaired: Repaired; onUndone: () => void };

function Line({ planId, repaired: { words, undo }, onUndone }: LineProps) {
  const { t } = useTranslation('plan-check');
  const mutation = useUndoRepair();
  const toast = useToast();
  const run = () =>
    mutation.mutate(
      { planId, undo },
      {
        onSuccess: () => {
          toast.success(t('undone'));
          onUndone();
        },
        onError: (error) => toast.failure(error.message || t('failed')),
      },
    );
  return (
    <li
      className="actions"
      style={{
        justifyContent: 'space-between',
        alignItems: 'center',
        padding: '10px 16px',
        borderTop: '1px solid var(--line-soft)',
      }}
    >
      <span style={{ overflowWrap: 'anywhere' }}>{words}</span>
      <Button
        variant="default"
        loading={mutation.isPending}
        onClick={run}
        aria-label={t('undoNamed', { repair: words })}
      >
        {t('undo')}
      </Button>
    </li>
  );
}
