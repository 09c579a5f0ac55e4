import type { AccessProfile, AccessRule, KeyPlan } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { WeekTemplate } from '#components/week/week-templates';
import { getRule } from '#data/plans/access-rules';
import { ApiError } from '#lib/calls/api-error';
import { Notice } from '#ui/notice';
import { useEditing } from '../../drafts/editing';
import { whatParts, whenWords, whoParts } from '../rule-sentence';
import { RuleForm } from './rule-form';
import { bodyOf, type RuleValues, sentenceOf, valuesOf } from './rule-schema';

type Props = {
  rule: AccessRule;
  plan: KeyPlan;
  profiles: readonly AccessProfile[];
  templates: readonly WeekTemplate[];
  onClose: () => void;
};

/** Edits a rule. If another user has changed it meanwhile, keeps what was typed and lets the reader choose. */
export function EditRule({ rule, onClose, ...form }: Props) {
  const { t } = useTranslation(['rule-editor', 'key-plans']);
  // As it was opened, whatever is read later; a conflict replaces it by what the other user saved.
  const [opened] = useState(rule);
  const [theirs, setTheirs] = useState<AccessRule>();
  const { edit } = useEditing();
  const submit = async (values: RuleValues) => {
    const changed = bodyOf(values);
    const { id: rule_id, version } = theirs ?? opened;
    try {
      const words = t('saved', { name: changed.name });
      if (await edit([{ kind: 'change_rule', rule_id, version, rule: changed }], words)) onClose();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'version_conflict')) throw error;
      setTheirs(await getRule(opened.keyplan_id, opened.id));
    }
  };
  return (
    <RuleForm
      {...form}
      start={valuesOf(opened)}
      ruleId={opened.id}
      submitLabel={t(theirs ? 'conflict.save' : 'save')}
      onSubmit={submit}
      onCancel={onClose}
      between={(open) => theirs && <Conflict form={open} opened={opened} theirs={theirs} />}
    />
  );
}

type ConflictProps = { form: UseFormReturn<RuleValues>; opened: AccessRule; theirs: AccessRule };

const parts = {
  who: ['subjects', 'subject_match'],
  what: ['objects'],
  when: ['hours'],
  name: ['name'],
  description: ['description'],
} as const satisfies Record<string, readonly (keyof RuleValues)[]>;

/** What another user has changed since the form was opened; each change can be taken over. */
function Conflict({ form, opened, theirs }: ConflictProps) {
  const { t } = useTranslation('rule-editor');
  const { t: say } = useTranslation('key-plans');
  const [before, after] = [valuesOf(opened), valuesOf(theirs)];
  const differs = (part: keyof typeof parts) =>
    parts[part].some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const changed = (['who', 'what', 'when', 'name', 'description'] as const).filter(differs);
  const take = (part: keyof typeof parts) => {
    for (const field of parts[part]) form.setValue(field, after[field], { shouldDirty: true });
  };
  const sentence = sentenceOf(after);
  const textOf = (said: { text: string }[]) => said.map(({ text }) => text).join('');
  const words = {
    who: textOf(whoParts(sentence, say)),
    what: textOf(whatParts(sentence, say)),
    when: whenWords(sentence, say),
    name: after.name,
    description: after.description || '–',
  };
  return (
    <div role="alert">
      <Notice tone="amber" title={t('conflict.title', { name: theirs.updated_by })}>
        {t(changed.length === 0 ? 'conflict.other' : 'conflict.text')} {t('conflict.else')}
      </Notice>
      <ul className="rule-conflict">
        {changed.map((part) => (
          <li key={part}>
            <span>
              {t(`conflict.parts.${part}`)}: <strong>{words[part]}</strong>
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('conflict.takeNamed', { part: t(`conflict.parts.${part}`) })}
              onClick={() => take(part)}
            >
              {t('conflict.take')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
