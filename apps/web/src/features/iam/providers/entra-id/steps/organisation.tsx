import type { EntraSetup } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { Panel } from '#ui/panel';

/** The directory that a set-up has reached, for an administrator to confirm. */
export function Organisation({ setup: { organisation, people, permissions } }: { setup: EntraSetup }) {
  const { t } = useTranslation('entra-setup');
  return (
    <Panel title={t('check.confirm')} padded>
      <KeyValues
        items={[
          { label: t('review.organisation'), value: organisation?.display_name },
          { label: t('check.domain'), value: organisation?.default_domain ?? t('check.unknown') },
          { label: t('check.tenant'), value: <Mono>{organisation?.tenant_id}</Mono> },
          { label: t('word.people'), value: people === null ? t('check.unknown') : formatNumber(people) },
          { label: t('callback.permissions'), value: permissions.join(', ') },
        ]}
      />
    </Panel>
  );
}
