import type { ChangeSetItem } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { type FieldChange, fieldChanges, listDifference } from './field-changes';
import { OldToNew } from './old-to-new';
import { useFieldWords } from './use-field-words';

/** What a newcomer's line says: enough to recognise the person by. */
const introduced = new Set(['job_title', 'department', 'email', 'employee_id']);
const SHOWN = 3;

/** One change in a line. */
export function WhatChanged({ item }: { item: ChangeSetItem }) {
  const { t } = useTranslation('change-sets');
  const { kind, detail } = item;
  switch (kind) {
    case 'problem':
      return detail;
    case 'leaver':
      return (
        <>
          <OldToNew old={t('what.listed')} next={t('what.left')} />
          {detail && <span className="mute">, {detail}</span>}
        </>
      );
    case 'member_remove':
      return (
        <>
          {t('what.profile')} <del className="mute">{detail}</del>
        </>
      );
    case 'member_add':
      return (
        <>
          {t('what.profile')} <strong>{detail}</strong>
        </>
      );
    case 'joiner':
    case 'person_create':
      return <Newcomer item={item} />;
    case 'mover':
    case 'update':
    case 'person_deactivate':
    case 'person_update':
      return <Fields changes={fieldChanges(item)} />;
    case 'profile_put':
      return <Fields changes={fieldChanges(item).filter(isWorthSaying)} />;
  }
}

/** Of a new profile: its name stands beside it already, its description is the same for all, what is empty says nothing. */
const isWorthSaying = ({ field, old, next }: FieldChange) =>
  old !== undefined || (field !== 'name' && field !== 'description' && String(next ?? '') !== '');

function Newcomer({ item }: { item: ChangeSetItem }) {
  const known = fieldChanges(item).filter(({ field, next }) => introduced.has(field) && next);
  return known.length > 0 && <Fields changes={known} />;
}

function Fields({ changes }: { changes: readonly FieldChange[] }) {
  const { t } = useTranslation('change-sets');
  if (changes.length === 0) return <span className="mute">{t('what.fieldsOnly')}</span>;
  const rest = changes.length - SHOWN;
  return (
    <>
      {changes.slice(0, SHOWN).map((change, at) => (
        <span key={change.field}>
          {at > 0 && ', '}
          <FieldLine change={change} />
        </span>
      ))}
      {rest > 0 && <span className="mute"> {t('what.more', { count: rest })}</span>}
    </>
  );
}

function FieldLine({ change }: { change: FieldChange }) {
  const { t } = useTranslation('change-sets');
  const { nameOf, wordsOf } = useFieldWords();
  const { field, old, next } = change;
  const lists = listDifference(change);
  const parts = lists && [
    ...(lists.added.length > 0 ? [t('what.added', counted(lists.added))] : []),
    ...(lists.removed.length > 0 ? [t('what.removed', counted(lists.removed))] : []),
  ];
  return (
    <>
      {nameOf(field)}{' '}
      {parts ? (
        <strong>{parts.join(', ') || t('what.nothing')}</strong>
      ) : (
        <OldToNew old={old === undefined ? undefined : wordsOf(field, old)} next={wordsOf(field, next)} />
      )}
    </>
  );
}

const counted = ({ length }: readonly string[]) => ({ count: length });
