import { describe, expect, test } from 'vitest';
import { parseSettings, settingsTemplate } from './settings-file.mjs';

describe('a settings file', () => {
  test('is read as systemd reads it', () => {
    const text = `# comment\n\n; too\nPORT=8080\nKEY2XS_MAIL_FROM="Key2XS <key2xs@example.org>"\r\nA='x "y" \\ #z'\nB=one two # kept\nC=\nD="it's"\n`;
    expect(parseSettings(text)).toEqual({
      PORT: '8080',
      KEY2XS_MAIL_FROM: 'Key2XS <key2xs@example.org>',
      A: 'x "y" \\ #z',
      B: 'one two # kept',
      C: '',
      D: "it's",
    });
  });

  test.each([
    'export PORT=1',
    'PORT = 1',
    'A=top\\secret',
    'A="top"secret',
    "A='top'secret'",
    'A="topsecret',
    'A="top\\secret"',
  ])('refuses what two readers could take differently: %s', (line) => {
    expect(() => parseSettings(`OK=1\n${line}`, 'key2xs.env')).toThrow(/^key2xs\.env, line 2: (?!.*secret)/);
  });

  test('is written so that it is read back', () => {
    const values = { KEY2XS_BACKUP_DIR: '/var/lib/key2xs/back ups', PORT: '8443' };
    expect(parseSettings(settingsTemplate(values))).toEqual(values);
  });
});
