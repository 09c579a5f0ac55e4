import type { ChangeSet } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { it } from 'vitest';
import { aChangeSet } from '#data/tasks/change-set.fixture';
import { renderPage } from '../../test/render';
import { StateTag } from './change-set-state-tag';

it.each<[words: string, fields: Partial<ChangeSet>]>([
  ['Applied', { total: 4 }],
  ['Applied in part', { total: 4, waiting: 1 }],
  ['Applied in part', { total: 4, failed: 1 }],
  ['To do by hand', { total: 4, waiting: 4 }],
  ['Nothing to change', { total: 0 }],
])('says “%s” of an applied one with %o', async (words, fields) => {
  await renderPage(<StateTag changeSet={aChangeSet({ state: 'applied', ...fields })} />);
  await screen.findByText(words);
});
