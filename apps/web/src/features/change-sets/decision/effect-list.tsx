import { ChangeKind, type ChangeSet } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { writesOf } from '../doors/change-set-tab';
import { DoorsSentence } from '../doors/headline';

/** The effect of applying: people and doors first, then a count per kind of change. */
export function EffectList({ changeSet }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const { counts, effect } = changeSet;
  const { written, byHand } = writesOf(changeSet);
  const isByHand = written === 0 && byHand > 0;
  const kinds = ChangeKind.options.filter((kind) => (counts[kind] ?? 0) > 0);
  return (
    <>
      {effect && <DoorsSentence changeSet={changeSet} />}
      <p>{t(isByHand ? 'effect.byHand' : 'effect.title')}</p>
      <ul style={{ margin: '4px 0 12px', paddingLeft: 20 }}>
        {kinds.map((kind) => (
          <li key={kind}>{t(`effect.${kind}`, { count: counts[kind] ?? 0 })}</li>
        ))}
      </ul>
      {!isByHand && byHand > 0 && <p>{t('effect.partlyByHand', { count: byHand })}</p>}
    </>
  );
}
