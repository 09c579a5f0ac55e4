import type { Language } from '@key2xs/texts';
import { texts as de } from '@key2xs/texts/de/app/audit-actions';
import { texts as en } from '@key2xs/texts/en/app/audit-actions';

type Words = {
  composed: string;
  whole: Record<string, string>;
  nouns: Record<string, string>;
  verbs: Record<string, string>;
};

/** An action of the audit log in words, as the screen of the log has them: `Key plan: activated`. */
export function actionInWords(action: string, language: Language): string {
  const { composed, whole, nouns, verbs }: Words = language === 'de' ? de : en;
  const [noun = '', verb = ''] = action.split('.');
  const about = nouns[noun];
  const done = verbs[verb];
  const words = whole[`${noun}_${verb}`];
  if (words !== undefined) return words;
  if (about === undefined || done === undefined) return action;
  return composed.replace('{{noun}}', about).replace('{{verb}}', done);
}
