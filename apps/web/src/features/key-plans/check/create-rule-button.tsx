import type { KeyPlan, PlanFinding } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '#lib/chunk';
import type { RuleValues } from '../rules/editor/rule-schema';

const RuleDrawer = lazy(async () => {
  const { RuleDrawer: drawer } = await loadChunk('RuleDrawer', () => import('../rules/editor/rule-drawer'));
  return { default: drawer };
});

type Props = { finding: PlanFinding; plan: KeyPlan };

/** Opens the form of a rule with the department or the doors of the finding; the rest is for a person to say. */
export function CreateRuleButton({ finding, plan }: Props) {
  const { t } = useTranslation('plan-check');
  const [isOpen, setIsOpen] = useState(false);
  const [source] = plan.iam_connections;
  if (!source) return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)} aria-label={labelOf(finding, t('repairs.create_rule'))}>
        {t('repairs.create_rule')}
      </Button>
      {isOpen && (
        <Suspense>
          <RuleDrawer
            plan={plan}
            scope={{ planId: plan.id, connectionId: source.id }}
            start={startOf(finding)}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const labelOf = ({ subject }: PlanFinding, label: string): string => (subject ? `${label} ${subject.name}` : label);

const startOf = ({ subject, objects }: PlanFinding): Partial<RuleValues> => ({
  subjects: subject
    ? [{ subject_type: 'department', subject_identifier: subject.subject_identifier, name: subject.name }]
    : [],
  objects: objects.map(({ object_type, object_identifier, name }) => ({ object_type, object_identifier, name })),
});
