import { Tabs } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../test/render';
import { TabList } from './tab-list';

const names = ['Overview', 'People', 'Mapping', 'Runs', 'Metrics'];

/** Five tabs of 100 px in a list of 200 px. */
function layOut() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = names.indexOf(this.textContent ?? '');
    if (at < 0) return new DOMRect(0, 0, 200, 40);
    return new DOMRect(at * 100 - (this.parentElement?.scrollLeft ?? 0), 0, 100, 40);
  });
}

afterEach(() => vi.restoreAllMocks());

function Page() {
  const [tab, setTab] = useState<string | null>('Metrics');
  const [, setCount] = useState(0);
  return (
    <Tabs value={tab} onChange={setTab}>
      <TabList>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </TabList>
      <button type="button" onClick={() => setCount((count) => count + 1)}>
        Again
      </button>
    </Tabs>
  );
}

it('scrolls the selected tab into view at first and on changes, and respects manual scrolling', async () => {
  layOut();
  const { user } = await renderPage(<Page />);
  const list = screen.getByRole('tablist');
  expect(list.scrollLeft).toBe(350); // Centred; a browser stops at the end of the list.
  await user.click(screen.getByRole('tab', { name: 'People' }));
  expect(list.scrollLeft).toBe(50);
  list.scrollLeft = 300;
  await user.click(screen.getByRole('button', { name: 'Again' }));
  expect(list.scrollLeft).toBe(300);
});
