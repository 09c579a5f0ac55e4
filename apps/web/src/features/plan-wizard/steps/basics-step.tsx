import { Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keySystemsQuery } from '#data/key-systems/key-systems';
import { iamConnectionsQuery } from '#data/sources/iam';
import { LinkButton } from '#ui/link-button';
import { Panel } from '#ui/panel';
import type { Content } from '../state/choices';
import type { Missing } from '../state/missing';
import type { StepProps } from './step-props';

const maxNameLength = 100;
const maxDescriptionLength = 2_000;

/** Name and description of the plan, and its sources and key systems. */
export function BasicsStep({ content, change, errorOf }: StepProps) {
  const { t } = useTranslation('plan-wizard');
  const sources = useQuery(iamConnectionsQuery);
  const systems = useQuery(keySystemsQuery);
  const set = (values: Partial<Content>) => change((before) => ({ ...before, ...values }));
  const isTooLong = [...content.name.trim()].length > maxNameLength;
  return (
    <Panel padded>
      <Stack gap="md">
        <TextInput
          label={t('word.name')}
          required
          value={content.name}
          maxLength={maxNameLength * 4}
          data-wants="name"
          error={isTooLong ? t('basics.nameLength') : errorOf('name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Textarea
          label={t('word.description')}
          description={t('basics.descriptionHint')}
          required
          rows={3}
          data-wants="description"
          error={errorOf('description')}
          maxLength={maxDescriptionLength}
          value={content.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <div className="plan-wizard-two">
          <Links
            label={t('word.identitySources')}
            wants="source"
            error={errorOf('source')}
            hint={t('basics.sourcesHint')}
            all={sources.data}
            chosen={content.iam_connection_ids}
            onChange={(ids) => set({ iam_connection_ids: ids })}
            none={
              <LinkButton to="/connect/iam-wizard" variant="default">
                {t('basics.addSource')}
              </LinkButton>
            }
          />
          <Links
            label={t('basics.systems')}
            wants="system"
            error={errorOf('system')}
            hint={t('basics.systemsHint')}
            all={systems.data}
            chosen={content.key_system_connection_ids}
            onChange={(ids) => set({ key_system_connection_ids: ids })}
            none={
              <LinkButton to="/add-key-system" variant="default">
                {t('basics.addSystem')}
              </LinkButton>
            }
          />
        </div>
        <Select
          label={t('word.timeZone')}
          description={t('basics.zoneHint')}
          data={[...new Set(['UTC', content.time_zone, ...Intl.supportedValuesOf('timeZone')])]}
          value={content.time_zone}
          onChange={(zone) => zone && set({ time_zone: zone })}
          searchable
          allowDeselect={false}
          limit={100}
          comboboxProps={{ withinPortal: false }}
          maw={360}
        />
      </Stack>
    </Panel>
  );
}

type LinksProps = {
  label: string;
  hint: string;
  wants: Missing;
  error: string | undefined;
  all: readonly { id: string; name: string }[] | undefined;
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  none: ReactNode;
};

function Links({ label, hint, wants, error, all = [], chosen, onChange, none }: LinksProps) {
  const { t } = useTranslation('plan-wizard');
  return (
    <Checkbox.Group
      label={label}
      description={hint}
      value={[...chosen]}
      onChange={onChange}
      error={error}
      data-wants={wants}
    >
      <Stack gap="xs" mt={8}>
        {all.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
        {all.length === 0 && (
          <div>
            <p className="mute">{t('basics.none')}</p>
            {none}
          </div>
        )}
      </Stack>
    </Checkbox.Group>
  );
}
