import { Tabs, type TabsListProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';

/** The tabs of a `Tabs`. If they do not fit, the selected one is scrolled into view, at first and when it changes. */
export function TabList(props: TabsListProps) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef<Element>(null);
  // After every render, because the `Tabs` around it owns the value; manual scrolling is not overridden.
  useLayoutEffect(() => {
    const tab = list.current?.querySelector('[role="tab"][aria-selected="true"]');
    if (!list.current || !tab || tab === shown.current) return;
    shown.current = tab;
    const [around, own] = [list.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    list.current.scrollLeft += own.left + own.width / 2 - (around.left + around.width / 2);
  });
  return <Tabs.List ref={list} {...props} />;
}
