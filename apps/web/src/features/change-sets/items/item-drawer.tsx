import type { ChangeSet, ChangeSetItem } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { LinkButton } from '#ui/link-button';
import { Mono } from '#ui/mono';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { kindsOfChangeSet } from '../kinds';
import { type FieldChange, fieldChanges, listDifference } from './field-changes';
import { kindsOfChange } from './kinds-of-change';
import { OldToNew } from './old-to-new';
import { OutcomeTag } from './outcome-tag';
import { useFieldWords } from './use-field-words';

type Props = { changeSet: ChangeSet; item: ChangeSetItem; onClose: () => void };

/** One change in full: kind, meaning, changed values, outcome. */
export function ItemDrawer({ changeSet, item, onClose }: Props) {
  const { t } = useTranslation('change-sets');
  const { kind, label, reference, detail, ordinal, outcome, message, person_id } = item;
  const of = kindsOfChange[kind];
  const { caveat } = kindsOfChangeSet[changeSet.kind];
  const isDecided = changeSet.state === 'applying' || changeSet.state === 'applied';
  const facts = [
    { label: t('items.columns.kind'), value: t(`kinds.${kind}`) },
    ...(of.hidesReference ? [] : [{ label: t('items.columns.reference'), value: <Mono>{reference}</Mono> }]),
    ...(detail ? [{ label: t(of.detail), value: detail }] : []),
    { label: t('drawer.order'), value: formatNumber(ordinal) },
    ...(isDecided ? [{ label: t('word.outcome'), value: <OutcomeTag item={item} /> }] : []),
    ...(message ? [{ label: t(outcome === 'failed' ? 'drawer.message' : 'drawer.why'), value: message }] : []),
  ];
  const hasPage = person_id !== null && (!of.isNew || changeSet.state === 'applied');
  return (
    <SideDrawer title={label} opened onClose={onClose}>
      <p style={{ marginBottom: 12 }}>{t(`meanings.${kind}`)}</p>
      <KeyValues items={facts} />
      <Values item={item} />
      {caveat && (
        <p className="mute" style={{ marginTop: 16 }}>
          {t(caveat)}
        </p>
      )}
      {hasPage && (
        <div className="actions" style={{ marginTop: 16 }}>
          <LinkButton to="/people/$id" params={{ id: person_id }} variant="default">
            {t('drawer.person')}
          </LinkButton>
        </div>
      )}
    </SideDrawer>
  );
}

function Values({ item }: { item: ChangeSetItem }) {
  const { t } = useTranslation('change-sets');
  const { nameOf, wordsOf } = useFieldWords();
  const changes = fieldChanges(item);
  if (changes.length === 0) return null;
  const title = kindsOfChange[item.kind].isLeftOut ? 'drawer.read' : item.before ? 'drawer.changes' : 'drawer.isNew';
  const items = changes.map((change) => ({
    label: nameOf(change.field),
    value: <Value change={change} wordsOf={wordsOf} />,
  }));
  return (
    <section style={{ marginTop: 20 }}>
      <h3>{t(title)}</h3>
      <KeyValues items={items} />
    </section>
  );
}

type ValueProps = { change: FieldChange; wordsOf: (field: string, value: unknown) => string };

function Value({ change, wordsOf }: ValueProps) {
  const { t } = useTranslation('change-sets');
  const { field, old, next } = change;
  const lists = listDifference(change);
  if (!lists) return <OldToNew old={old === undefined ? undefined : wordsOf(field, old)} next={wordsOf(field, next)} />;
  const parts = [
    {
      words: t('what.added', { count: lists.added.length }),
      all: lists.added,
    },
    {
      words: t('what.removed', { count: lists.removed.length }),
      all: lists.removed,
    },
  ].filter(({ all }) => all.length > 0);
  if (parts.length === 0) return t('what.nothing');
  return parts.map(({ words, all }) => (
    <div key={words}>
      {words}: <Mono>{all.join(', ')}</Mono>
    </div>
  ));
}
