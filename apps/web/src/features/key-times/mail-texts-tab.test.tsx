import { type MailText, mailTextSettings } from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { MailTextsTab } from './mail-texts-tab';

const of_product = { subject: 'Run failed: {{name}}', text: 'A run failed. {{reason}}' };
const item: MailText = {
  ...{ kind: 'source_failing', language: 'en', placeholders: ['name', 'reason'], is_changed: false },
  ...{ ...of_product, of_product },
};

it('previews a text as it is typed, refuses what the mail does not know, and saves it', async () => {
  serve(mailTextSettings.list, { items: [item, { ...item, language: 'de' }] });
  const saved = serve(mailTextSettings.save, { ...item, is_changed: true });
  const { user } = await renderPage(<MailTextsTab />);
  await user.click(await screen.findByRole('row', { name: 'Change the text: An identity source fails' }));
  const preview = within(await screen.findByRole('region', { name: 'Preview' }));
  expect(preview.getByText('Run failed: Town hall')).toBeDefined();
  const subject = screen.getByRole('textbox', { name: /^Subject/ });
  await user.clear(subject);
  await user.type(subject, '{{{{doors}} now');
  expect(screen.getByText(/does not know doors/).textContent).toContain('{{name}}, {{reason}}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(saved.received).toEqual([]);
  await user.clear(subject);
  await user.type(subject, 'Look at {{{{name}}');
  expect(preview.getByText('Look at Town hall')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Insert reason' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Saved\./);
  expect(saved.received[0]?.body).toEqual({ subject: 'Look at {{name}}', text: 'A run failed. {{reason}} {{reason}}' });
});
