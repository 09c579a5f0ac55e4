import type { List } from '@key2xs/contract';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page, type PageProps } from '#ui/page';
import { Panel } from '#ui/panel';
import { ExportButton } from './export-button';
import { RecordList, type RecordListProps } from './record-list';

type Props<L extends List> = Omit<RecordListProps<L>, 'words'> & {
  words: RecordListProps<L>['words'] & { title: string; subtitle: string };
  back?: PageProps['back'];
  /** Beside the export. */
  actions?: ReactNode;
  /** Below the list. */
  children?: ReactNode;
};

/** A screen that is a list: title, export and records. */
export function RecordPage<L extends List>({ actions, back, children, ...props }: Props<L>) {
  const { list, words } = props;
  const all = (
    <>
      <ExportButton list={list} />
      {actions}
    </>
  );
  return (
    <Page title={words.title} about={words.subtitle} actions={all} back={back}>
      <Stack gap="md">
        <Panel>
          <RecordList {...props} />
        </Panel>
        {children}
      </Stack>
    </Page>
  );
}
