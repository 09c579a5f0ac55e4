import { Menu } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../test/render';
import { ConfirmDialog } from './confirm-dialog';
import { DrawerRowsContext } from './drawer-rows';
import { SideDrawer } from './side-drawer';

const button = (name: string) => screen.getByRole('button', { name });
const hasFocus = (element: () => Element) => waitFor(() => expect(document.activeElement).toBe(element()));

function Page() {
  const [open, setOpen] = useState<string>();
  const close = () => setOpen(undefined);
  return (
    <>
      <button type="button" onClick={() => setOpen('drawer')}>
        Details
      </button>
      <button type="button" onClick={() => setOpen('dialog')}>
        Remove
      </button>
      <Menu transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('dialog')}>Remove it</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SideDrawer title="Gate" opened={open === 'drawer'} onClose={close}>
        Opens by day.
      </SideDrawer>
      {open === 'dialog' && <Removal onClose={close} />}
    </>
  );
}

function Removal({ onClose }: { onClose: () => void }) {
  const [error, setError] = useState<string>();
  const reason = { label: 'Reason', value: '', onChange: () => undefined, ...(error && { error }) };
  return (
    <ConfirmDialog
      title="Remove the gate"
      confirmLabel="Remove now"
      reason={reason}
      onConfirm={() => setError('Say why.')}
      onCancel={onClose}
    >
      It goes.
    </ConfirmDialog>
  );
}

it('takes the focus, leaves the page usable, and returns the focus to its opener', async () => {
  const { user } = await renderPage(<Page />);
  await user.click(button('Details'));
  const drawer = screen.getByRole('dialog', { name: 'Gate' });
  expect(document.activeElement).toBe(drawer);
  expect(drawer.getAttribute('aria-modal')).toBeNull();
  expect(button('Remove')).toBeDefined();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await hasFocus(() => button('Details'));
});

it('steps to the previous and next row, by buttons and arrows, until the end', async () => {
  const [next, row] = [vi.fn(), document.createElement('button')];
  document.body.append(row);
  const { user, unmount } = await renderPage(
    <DrawerRowsContext value={{ next, previous: undefined, home: () => row }}>
      <SideDrawer title="Gate" opened onClose={() => undefined}>
        <input aria-label="Name" />
      </SideDrawer>
    </DrawerRowsContext>,
  );
  await user.keyboard('{ArrowDown}j{ArrowUp}k');
  await user.click(button('Next'));
  await user.click(button('Previous'));
  expect(next).toHaveBeenCalledTimes(3);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'j{ArrowDown}');
  expect(next).toHaveBeenCalledTimes(3);
  unmount();
  await hasFocus(() => row);
  row.remove();
});

it('is a modal bottom sheet on a phone', async () => {
  vi.stubGlobal('innerWidth', 390);
  const { user } = await renderPage(<Page />);
  await user.click(button('Details'));
  expect((await screen.findByRole('dialog', { name: 'Gate' })).getAttribute('aria-modal')).toBe('true');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await hasFocus(() => button('Details'));
});

it('focuses a missing reason each time, and returns the focus to the opener', async () => {
  const { user } = await renderPage(<Page />);
  await user.click(button('Remove'));
  await hasFocus(() => screen.getByRole('textbox', { name: 'Reason' }));
  for (const _ of [1, 2]) {
    await user.click(button('Remove now'));
    await hasFocus(() => screen.getByRole('textbox', { name: 'Reason' }));
  }
  await user.keyboard('{Escape}');
  await hasFocus(() => button('Remove'));
});

it('returns the focus to the menu button when a menu item opened a dialog', async () => {
  const { user } = await renderPage(<Page />);
  await user.click(button('More'));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove it' }));
  await screen.findByRole('dialog', { name: 'Remove the gate' });
  await hasFocus(() => screen.getByRole('textbox', { name: 'Reason' }));
  await user.keyboard('{Escape}');
  await hasFocus(() => button('More'));
});
