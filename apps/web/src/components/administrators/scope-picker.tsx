import { type AdminScope, iam, locations } from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { locationTreeQuery } from '#data/key-systems/locations';
import { iamConnectionsQuery } from '#data/sources/iam';
import { useSubjectValues } from '#data/sources/person-values';
import { pathIn } from '#lib/place-path';
import { MultiPicker } from '#ui/picker/multi-picker';
import { PlaceTree } from '../pickers/place-tree';

const MAX_OFFERED = 40;

type Props = {
  value: AdminScope;
  onChange: (scope: AdminScope) => void;
  errors: { departments?: string | undefined; places?: string | undefined; whole?: string | undefined };
  /** Of a token, which sees what its owner sees unless something is chosen. */
  isOfToken?: true;
};

/**
 * People of which departments, and doors in which places, an administrator or a token may see; all unless chosen. Offers only what
 * the reader may list.
 */
export function ScopePicker({ value, onChange, errors, isOfToken }: Props) {
  const { t } = useTranslation('administrators');
  const mayListDepartments = useMay(iam.list, iam.departments);
  const mayListPlaces = useMay(locations.tree);
  const { departments, places } = value;
  return (
    <Stack gap="md">
      {mayListDepartments && (
        <Part
          label={t('picker.departments')}
          words={{
            all: t(isOfToken ? 'picker.ownerDepartments' : 'picker.allDepartments'),
            some: t('picker.someDepartments'),
          }}
          isSome={departments !== null}
          onChange={(isSome) => onChange({ ...value, departments: isSome ? [] : null })}
        >
          {departments && (
            <DepartmentsPicker
              value={departments}
              onChange={(next) => onChange({ ...value, departments: next })}
              error={errors.departments}
            />
          )}
        </Part>
      )}
      {mayListPlaces && (
        <Part
          label={t('picker.places')}
          words={{ all: t(isOfToken ? 'picker.ownerPlaces' : 'picker.allPlaces'), some: t('picker.somePlaces') }}
          isSome={places !== null}
          onChange={(isSome) => onChange({ ...value, places: isSome ? [] : null })}
        >
          {places && (
            <PlacesPicker
              value={places}
              onChange={(next) => onChange({ ...value, places: next })}
              error={errors.places}
            />
          )}
        </Part>
      )}
      <FieldError message={errors.whole} />
    </Stack>
  );
}

type PartProps = {
  label: string;
  words: { all: string; some: string };
  isSome: boolean;
  onChange: (isSome: boolean) => void;
  children: React.ReactNode;
};

function Part({ label, words, isSome, onChange, children }: PartProps) {
  return (
    <div>
      <Radio.Group label={label} value={isSome ? 'some' : 'all'} onChange={(chosen) => onChange(chosen === 'some')}>
        <Stack gap={6} mt={6} mb={isSome ? 8 : 0}>
          <Radio value="all" label={words.all} />
          <Radio value="some" label={words.some} />
        </Stack>
      </Radio.Group>
      {children}
    </div>
  );
}

type ListProps = { value: readonly string[]; onChange: (next: string[]) => void; error: string | undefined };

/** People of which departments. */
export function DepartmentsPicker({ value, onChange, error }: ListProps) {
  const { t } = useTranslation(['administrators', 'pickers']);
  const [typed, setTyped] = useState('');
  const sources = useQuery(iamConnectionsQuery);
  const counted = useSubjectValues(sources.data?.map(({ id }) => id) ?? [], 'department');
  const chosen = new Set(value.map(foldText));
  const matches = counted.filter(
    ({ value: name }) => !chosen.has(foldText(name)) && foldText(name).includes(foldText(typed)),
  );
  const choices = matches.slice(0, MAX_OFFERED).map(({ value: name, people }) => ({
    value: name,
    label: t('picker.department', { name, count: people }),
  }));
  const labelOf = (name: string) => {
    const known = counted.find((one) => foldText(one.value) === foldText(name));
    return known ? t('picker.department', { name, count: known.people }) : t('picker.unknown', { name });
  };
  return (
    <MultiPicker
      label={t('pickers:who.kinds.department')}
      description={t('picker.departmentsHint')}
      error={error ?? sources.error?.message}
      chosen={value.map((name) => ({ value: name, label: labelOf(name) }))}
      onRemove={(name) => onChange(value.filter((other) => other !== name))}
      removeLabelOf={(name) => t('pickers:remove', { name })}
      groups={[{ choices }]}
      typed={typed}
      onType={setTyped}
      isSearching={sources.isPending}
      onChoose={(name) => onChange([...value, name])}
    />
  );
}

/** Doors in which places, with all below them. */
export function PlacesPicker({ value, onChange, error }: ListProps) {
  const { t } = useTranslation('administrators');
  const { data } = useQuery(locationTreeQuery);
  const picked = value.map((id) => ({
    object_type: 'location' as const,
    object_identifier: id,
    name: pathIn(data?.places ?? [], id),
  }));
  const names = picked.map(({ name }) => name).filter(Boolean);
  return (
    <div>
      <PlaceTree
        isShown
        value={picked}
        onChange={(next) => onChange(next.map(({ object_identifier }) => object_identifier))}
      />
      {names.length > 0 && <p className="mute">{t('picker.chosen', { names })}</p>}
      <FieldError message={error} />
    </div>
  );
}

function FieldError({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <p className="field-error" role="alert">
      {message}
    </p>
  );
}
