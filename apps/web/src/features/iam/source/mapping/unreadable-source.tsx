import { canonicalFields, columnOf, type Mapping } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ReplaceCredential } from '#components/sources/replace-credential';
import { pollingStatusQuery } from '#data/sources/source-status';
import { type KeyValue, KeyValues } from '#ui/key-values';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';
import type { SourceTabProps } from '../source-tab-props';
import { describeSource } from './shape/describe-source';

type Props = SourceTabProps & { error: Error; onRetry: () => unknown };

/** Why the attributes of a source are not known, what to do, and the mapping that stays in use. */
export function UnreadableSource({ source: { id, mapping_config }, error, onRetry }: Props) {
  const { t } = useTranslation(['source', 'entry']);
  const { data: status } = useQuery(pollingStatusQuery(id));
  const actions = (
    <>
      <ReplaceCredential sourceId={id} error={status?.last_error ?? null} />
      <Button variant="default" onClick={() => void onRetry()}>
        {t('word.tryAgain')}
      </Button>
    </>
  );
  return (
    <>
      <Notice tone="red" title={t('mapping.unreadable')} actions={actions}>
        {error.message}
      </Notice>
      <Saved mapping={mapping_config} />
    </>
  );
}

function Saved({ mapping }: { mapping: Mapping }) {
  const { t } = useTranslation(['source', 'iam']);
  const items = canonicalFields.flatMap((field): KeyValue[] => {
    const source = mapping[field];
    if (!source) return [];
    const value = [columnOf(source), describeSource(t, source)].filter(Boolean).join(', ');
    return [{ label: t(`iam:map.fields.${field}.label`), value }];
  });
  return (
    <Panel title={t('mapping.savedTitle')} padded>
      {items.length === 0 ? <p className="mute">{t('earlier.none')}</p> : <KeyValues items={items} />}
    </Panel>
  );
}
