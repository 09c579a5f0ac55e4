import { describe, expect, it, onTestFinished } from 'vitest';
import { chooseFormats } from '../format-choice';
import { chooseLanguage } from '../i18n';
import { momentIn } from './moment-in';

const inZone = (timeZone: string) => {
  chooseFormats({ timeZone });
  onTestFinished(() => void chooseFormats({}));
};

describe('momentIn', () => {
  it('says the clock of the place, and its zone only to readers whose clock shows something else', () => {
    inZone('Europe/Berlin');
    expect(momentIn('2026-12-04T10:30:00Z', 'Europe/Berlin')).toBe('Fri 4 Dec 2026, 11:30');
    expect(momentIn('2026-12-04T10:30:00Z', 'Europe/Vienna')).toBe('Fri 4 Dec 2026, 11:30');
    expect(momentIn('2026-12-04T10:30:00Z', 'America/Chicago')).toBe('Fri 4 Dec 2026, 04:30 GMT-6');
  });

  it('says midnight as the end of the day before', () => {
    inZone('Europe/Berlin');
    expect(momentIn('2026-12-04T23:00:00Z', 'Europe/Berlin')).toBe('Fri 4 Dec 2026, 24:00');
  });

  it('calls the zone as it is called at that moment, in the language of the reader', async () => {
    inZone('UTC');
    expect(momentIn('2026-12-04T10:30:00Z', 'Europe/Berlin')).toBe('Fri 4 Dec 2026, 11:30 CET');
    expect(momentIn('2026-07-03T10:30:00Z', 'Europe/Berlin')).toBe('Fri 3 Jul 2026, 12:30 CEST');
    await chooseLanguage('de');
    onTestFinished(() => chooseLanguage('en'));
    expect(momentIn('2026-12-04T10:30:00Z', 'Europe/Berlin')).toBe('Fr 04.12.2026, 11:30 MEZ');
  });
});
