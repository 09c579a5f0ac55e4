import { type Preferences, preferences as preferenceCalls } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';
import { formatDate, formatNumber } from '#lib/format';
import { chooseFormats } from '#lib/format-choice';
import { chooseLanguage } from '#lib/i18n';
import { renderPage, serve } from '../../../test/render';
import { usePreferences } from './use-preferences';

function Screen() {
  usePreferences();
  const { t } = useTranslation();
  return (
    <p>
      {t('word.save')} {formatNumber(1_234)} {formatDate('2026-03-31T23:30:00Z')}
    </p>
  );
}

const none: Preferences = {
  language: null,
  date_format: null,
  number_format: null,
  time_zone: null,
  theme: null,
  density: null,
  start_page: null,
};

afterEach(async () => {
  chooseFormats({});
  await chooseLanguage('en');
});

it('applies what the administrator has chosen on any device', async () => {
  serve(preferenceCalls.get, {
    ...none,
    language: 'de',
    date_format: 'iso',
    number_format: 'space',
    time_zone: 'Europe/Berlin',
    theme: 'dark',
    density: 'compact',
  });
  await renderPage(<Screen />);
  await screen.findByText('Speichern 1 234 2026-04-01');
  await waitFor(() => expect(document.documentElement.dataset.mantineColorScheme).toBe('dark'));
  expect(document.documentElement.dataset.density).toBe('compact');
});

it('leaves the language of the browser where none is chosen, and drops the formats of another administrator', async () => {
  await chooseLanguage('de');
  chooseFormats({ dates: 'iso' });
  serve(preferenceCalls.get, none);
  await renderPage(<Screen />);
  await screen.findByText(/^Speichern 1\.234 (31\. März|1\. Apr\.) 2026$/);
});
