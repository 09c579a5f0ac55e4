import { useState } from 'react';
import { session, sharedState } from '#lib/session';

/** Older ones have left the list of notifications anyway. */
const maxRemoved = 100;

/** The ids of ended tasks that the signed-in person took off the list of notifications in this browser. */
export function removedTasks(): readonly string[] {
  const { removed_tasks } = sharedState.read();
  return removed_tasks && removed_tasks.username === session.username() ? removed_tasks.ids : [];
}

/** The same, and a function that takes one more off. */
export function useRemovedTasks() {
  const [removed, setRemoved] = useState(removedTasks);
  const remove = (id: string) => {
    const ids = [...removedTasks(), id].slice(-maxRemoved);
    sharedState.write({ removed_tasks: { username: session.username() ?? '', ids } });
    setRemoved(ids);
  };
  return { removed, remove };
}
