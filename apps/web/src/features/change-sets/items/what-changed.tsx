import type { ChangeSetItem } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { type FieldChange, fieldChanges, listDifference } from './field-changes';
import { OldToNew } from './old-to-new';
import { useFieldWords } from './use-field-words';

/** Fields shown for a joiner, enough to recognise the person. */
const identifying = new Set(['job_title', 'department', 'email', 'employee_id']);
const MAX_SHOWN = 3;

type Props = { item: ChangeSetItem };

export const RowProblem = ({ item }: Props) => item.detail;

export function Left({ item: { detail } }: Props) {
  const { t } = useTranslation('change-sets');
  return (
    <>
      <OldToNew old={t('what.listed')} next={t('what.left')} />
      {detail && <span className="mute">, {detail}</span>}
    </>
  );
}

export function Withdrawn({ item }: Props) {
  const { t } = useTranslation('change-sets');
  return (
    <>
      {t('what.profile')} <del className="mute">{item.detail}</del>
    </>
  );
}

export function Granted({ item }: Props) {
  const { t } = useTranslation('change-sets');
  return (
    <>
      {t('what.profile')} <strong>{item.detail}</strong>
    </>
  );
}

/** Ours under which the record is adopted, or the id that it has there. */
export function Adopted({ item }: Props) {
  const { t } = useTranslation('change-sets');
  return t(item.kind === 'profile_adopt' ? 'what.adoptedProfile' : 'what.adoptedPerson', { name: item.detail ?? '' });
}

export const Fields = ({ item }: Props) => <FieldLines changes={fieldChanges(item)} />;

export const Profile = ({ item }: Props) => <FieldLines changes={fieldChanges(item).filter(isInformative)} />;

/** For a new profile, leaves out the name (shown beside it), the description (the same for all) and empty fields. */
const isInformative = ({ field, old, next }: FieldChange) =>
  old !== undefined || (field !== 'name' && field !== 'description' && String(next ?? '') !== '');

export function Joiner({ item }: Props) {
  const known = fieldChanges(item).filter(({ field, next }) => identifying.has(field) && next);
  return known.length > 0 && <FieldLines changes={known} />;
}

function FieldLines({ changes }: { changes: readonly FieldChange[] }) {
  const { t } = useTranslation('change-sets');
  if (changes.length === 0) return <span className="mute">{t('what.fieldsOnly')}</span>;
  const rest = changes.length - MAX_SHOWN;
  return (
    <>
      {changes.slice(0, MAX_SHOWN).map((change, at) => (
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
