import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format';
import { datesOf } from '#lib/time/dates-of-windows';
import { StatusTag } from '#ui/status-tag';
import { useTense } from './moment-picker';

type Props = { isOpen: boolean; reasons: Parameters<typeof datesOf>[0]; at: string };

/** Open or closed, now or at the requested moment. */
export function useOpenWords(): (isOpen: boolean) => string {
  const { t } = useTranslation('access');
  const tense = useTense();
  return (isOpen) => t(`open.${tense}.${isOpen ? 'yes' : 'no'}`);
}

/** Whether it is open at the moment; if dates of the rules close it, from or until when it is open. */
export function OpenState({ isOpen, reasons, at }: Props) {
  const { t } = useTranslation('access');
  const words = useOpenWords();
  const dates = datesOf(reasons, at);
  if (dates?.state === 'over')
    return <StatusTag tone="grey" label={t('dates.over', { at: formatDate(dates.ended) })} />;
  if (dates?.state === 'to_come')
    return <StatusTag tone="grey" label={t('dates.toCome', { at: formatDate(dates.begins) })} />;
  return <StatusTag tone={isOpen ? 'green' : 'grey'} label={words(isOpen)} />;
}
