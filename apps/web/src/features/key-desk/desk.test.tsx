import { keyCases } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { aJoinerCase } from '../key-cases/case.fixture';
import { KeyDeskPage } from './key-desk-page';

const open = (item = aJoinerCase()) => {
  serve(keyCases.get, item);
  return renderPage(<KeyDeskPage />, { path: '/keys/manage', search: { desk: 'hand_out', case: item.id } });
};

it('hands out to the person of the case that it is opened from', async () => {
  await open();
  expect(await screen.findByDisplayValue('Ada Moss')).toBeDefined();
});
