import { type IamConnection, iam } from '@key2xs/contract';
import { renderPage, serve } from '../../../../test/render';
import { IamManagerPage } from '../iam-manager-page';
import { aSource } from '../source.fixture';
import type { SourceTab } from '../source-search';

/** Microsoft Entra ID, which is called. */
export const called = (changes: Partial<IamConnection> = {}) => aSource({ provider: 'entra_id', ...changes });

/** Opens one tab of a source by its URL. */
export function openTab(tab: SourceTab, source: IamConnection = called(), search: Record<string, string> = {}) {
  serve(iam.list, [source]);
  return renderPage(<IamManagerPage />, { path: '/iam-manager', search: { source: source.id, tab, ...search } });
}
