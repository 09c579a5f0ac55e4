import type { ChangeSet } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { timeInWords } from '#lib/time/time-in-words';
import { writesOf } from './change-set-tab';
import { useEffectWords } from './use-effect-words';

export function DoorsSentence({ changeSet }: { changeSet: ChangeSet }) {
  const { losing, gaining, hours, unchanged } = useEffectWords(changeSet);
  return (
    <p className="doors-sentence">
      {losing && <span className="doors-lost">{losing}</span>}
      {losing && gaining && ', '}
      {gaining && <span className="doors-gained">{gaining}</span>}
      {(losing || gaining) && hours && ', '}
      {hours}
      {unchanged}.
    </p>
  );
}

/** What the key system already holds, and that it stays as it is. */
export function AdoptionSentence({ changeSet: { counts } }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const { profile_adopt: profiles = 0, person_adopt: people = 0 } = counts;
  const parts = [
    ...(profiles > 0 ? [t('adoption.profiles', { count: profiles })] : []),
    ...(people > 0 ? [t('adoption.people', { count: people })] : []),
  ];
  return <p>{t('adoption.sentence', { parts })}</p>;
}

/** The same sentence, with the work it takes. */
export function Headline({ changeSet }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const { effect, kind } = changeSet;
  const { written, byHand, adopted } = writesOf(changeSet);
  if (!effect) return null;
  const work = [
    ...(written > 0 || byHand === 0 ? [t(`doors.work.${kind}`, { count: written })] : []),
    ...(byHand > 0 ? [t(written > 0 ? 'doors.work.byHand' : 'doors.work.onlyByHand', { count: byHand })] : []),
    ...(effect.keys > 0 ? [t('doors.work.keys', { count: effect.keys })] : []),
    ...(effect.updatable_keys > 0 ? [t('doors.work.update', { count: effect.updatable_keys })] : []),
    ...(effect.people > 0 ? [keysAsRead()] : []),
  ];
  return (
    <div className="doors-headline">
      <DoorsSentence changeSet={changeSet} />
      {adopted > 0 && <AdoptionSentence changeSet={changeSet} />}
      <p className="mute">{work.join(' · ')}</p>
    </div>
  );

  function keysAsRead(): string {
    const read = effect?.keys_read_at;
    return read
      ? t('doors.work.keysRead', { when: timeInWords(read, { isInside: true }) })
      : t('doors.work.keysNotRead');
  }
}
