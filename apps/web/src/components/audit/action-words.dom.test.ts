import { auditActions } from '@key2xs/contract';
import { afterEach, expect, it } from 'vitest';
import { chooseLanguage, i18n } from '#lib/i18n';
import { actionInWords } from './action-words';

afterEach(() => chooseLanguage('en'));

it.each(['en', 'de'] as const)('every action of the audit log has words in %s', async (language) => {
  await chooseLanguage(language);
  await i18n.loadNamespaces('audit-actions');
  expect(auditActions.filter((action) => actionInWords(action) === action)).toEqual([]);
  expect(actionInWords('key_plan.activated')).toBe(
    language === 'en' ? 'Key plan: activated' : 'Schlüsselplan: aktiviert',
  );
});
