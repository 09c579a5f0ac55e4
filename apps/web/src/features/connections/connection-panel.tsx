import type { ReactNode } from 'react';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';

type Props = {
  title: string;
  /** Link to the screen that manages them. */
  manage: ReactNode;
  add: ReactNode;
  /** Replaces the button to add one when there is another next step. */
  none: { title: string; hint: string; action?: ReactNode };
  children: ReactNode[];
};

/** All connections of one kind, or a way to add the first. */
export function ConnectionPanel({ title, manage, add, none, children }: Props) {
  if (children.length === 0) {
    return (
      <Panel title={title}>
        <Empty title={none.title} hint={none.hint} action={none.action ?? add} />
      </Panel>
    );
  }
  const actions = (
    <>
      {manage}
      {add}
    </>
  );
  return (
    <Panel title={title} actions={actions}>
      <ul style={{ listStyle: 'none', margin: '0 0 -1px', padding: 0 }}>{children}</ul>
    </Panel>
  );
}
