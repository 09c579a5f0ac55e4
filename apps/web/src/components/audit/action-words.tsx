import { i18n } from '#lib/i18n';

/**
 * An action of the audit log in words: `Key plan: activated`. Its name, where there are no words for it yet. The texts of
 * `audit-actions` are to be loaded.
 */
export function actionInWords(action: string): string {
  const [noun = '', verb = ''] = action.split('.');
  const wordsOf = (key: string) => i18n.getResource(i18n.language, 'audit-actions', key);
  const whole: unknown = wordsOf(`whole.${noun}_${verb}`);
  if (typeof whole === 'string') return whole;
  const [about, done]: unknown[] = [wordsOf(`nouns.${noun}`), wordsOf(`verbs.${verb}`)];
  if (typeof about !== 'string' || typeof done !== 'string') return action;
  return i18n.t('composed', { ns: 'audit-actions', noun: about, verb: done });
}

/** What an action is about: `Key plan`. Undefined where there are no words for it. */
export function nounInWords(noun: string): string | undefined {
  const words: unknown = i18n.getResource(i18n.language, 'audit-actions', `nouns.${noun}`);
  return typeof words === 'string' ? words : undefined;
}
