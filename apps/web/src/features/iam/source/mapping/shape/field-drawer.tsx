import {
  type CanonicalField,
  columnOf,
  type FieldRule,
  type FieldSource,
  mappingLimits,
  Transform,
  transformsOf,
} from '@key2xs/contract';
import { transformed } from '@key2xs/domain';
import { Button, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SideDrawer } from '#ui/overlay/side-drawer';
import type { Mappable } from '../../../wizard/field-table';
import { type KeyedStep, StepList } from './step-list';

type Props = {
  field: CanonicalField;
  source: FieldSource;
  /** The provider's rule for the field; undefined where unknown. */
  rule: FieldRule | undefined;
  list: Mappable;
  onUse: (source: FieldSource) => void;
  onClose: () => void;
};

/** A new step as it is first shown; its parameters are filled in next. */
const blank: Record<Transform['do'], Transform> = {
  upper: { do: 'upper' },
  lower: { do: 'lower' },
  tidy: { do: 'tidy' },
  plain: { do: 'plain' },
  replace: { do: 'replace', find: '', put: '' },
  part: { do: 'part', start: 1, length: 8 },
  split: { do: 'split', separator: '', take: 'before' },
  around: { do: 'around', prefix: '', suffix: '' },
  pad: { do: 'pad', length: 6, put: '0' },
  or_column: { do: 'or_column', column: '' },
  look_up: { do: 'look_up', entries: [], otherwise: 'keep' },
  day: { do: 'day', order: 'dmy' },
};

/** Edits how the value of a field is made, step by step, and tries it on a sample value. */
export function FieldDrawer({ field, source, rule, list, onUse, onClose }: Props) {
  const { t } = useTranslation(['source', 'iam']);
  const column = columnOf(source);
  const given = typeof source === 'string' ? { from: source } : source;
  const sampleOf = (name: string) => list.columns.find((one) => one.name === name)?.samples[0];
  const [test, setTest] = useState(sampleOf(column) ?? '');
  const [steps, setSteps] = useState<KeyedStep[]>(() => (given.transforms ?? []).map((step, key) => ({ key, step })));
  const [left, setLeft] = useState(given.default ?? '');
  const [required, setRequired] = useState(given.required ?? false);
  const allowed = transformsOf(field).filter((name) => rule?.allowed_transforms.includes(name) ?? true);
  const firstBad = steps.findIndex(({ step }) => !Transform.safeParse(step).success);
  const sound = steps.slice(0, firstBad < 0 ? undefined : firstBad).map(({ step }) => step);
  const values = transformed(test.trim(), sound, sampleOf);
  const add = (name: Transform['do']) =>
    setSteps([...steps, { key: Math.max(-1, ...steps.map(({ key }) => key)) + 1, step: blank[name] }]);
  const use = () => {
    const transforms = steps.map(({ step }) => step);
    onUse({ from: column, transforms, ...(left.trim() && { default: left.trim() }), required });
    onClose();
  };
  return (
    <SideDrawer title={t('shape.title', { field: t(`iam:map.fields.${field}.label`) })} opened onClose={onClose}>
      <div className="field-shape">
        <p className="mute">{t('shape.from', { column })}</p>
        {allowed.length === 0 ? (
          <p>{t('shape.fixed')}</p>
        ) : (
          <>
            <TextInput
              label={t('shape.test')}
              description={t('shape.testHint')}
              value={test}
              maxLength={mappingLimits.value}
              onChange={({ currentTarget }) => setTest(currentTarget.value)}
            />
            <h3>{t('shape.steps')}</h3>
            {steps.length === 0 && <p className="mute">{t('shape.noSteps')}</p>}
            <StepList
              steps={steps}
              values={values.slice(1)}
              columns={list.columns.map(({ name }) => name)}
              onChange={setSteps}
            />
            <Select
              label={t('shape.add')}
              placeholder={t('shape.choose')}
              value={null}
              data={allowed.map((name) => ({ value: name, label: t(`shape.do.${name}`) }))}
              disabled={steps.length >= mappingLimits.steps}
              comboboxProps={{ keepMounted: false }}
              onChange={(name) => name && add(name)}
            />
            <TextInput
              label={t('shape.left')}
              description={t('shape.leftHint')}
              value={left}
              maxLength={rule?.max_length ?? mappingLimits.value}
              onChange={({ currentTarget }) => setLeft(currentTarget.value)}
            />
            <p role="status">
              {t('shape.result')} <Value value={firstBad < 0 ? values.at(-1) || left.trim() : undefined} />
            </p>
          </>
        )}
        {field !== 'external_id' && (
          <Switch
            label={t('shape.required')}
            description={t('shape.requiredHint')}
            checked={required}
            onChange={({ currentTarget }) => setRequired(currentTarget.checked)}
          />
        )}
        <div className="actions">
          <Button onClick={use} disabled={firstBad >= 0}>
            {t('shape.use')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('shape.cancel')}
          </Button>
        </div>
      </div>
    </SideDrawer>
  );
}

/** Undefined for an incomplete step. */
function Value({ value }: { value: string | undefined }) {
  const { t } = useTranslation('source');
  if (value === undefined) return <span className="mute">{t('shape.incomplete')}</span>;
  return value === '' ? <span className="mute">{t('shape.empty')}</span> : <strong>{value}</strong>;
}
