import { useState } from 'react';
import { session, sharedState } from '#lib/session';

/** Older ones are no longer in the list of notifications. */
const maxRemoved = 100;

/** The ids of ended tasks that the signed-in user removed from the notifications in this browser. */
export function removedTasks(): readonly string[] {
  const { removed_tasks } = sharedState.read();
  return removed_tasks && removed_tasks.username === session.username() ? removed_tasks.ids : [];
}

/** The same ids, and a function that adds one. */
export function useRemovedTasks() {
  const [removed, setRemoved] = useState(removedTasks);
  const remove = (id: string) => {
    const ids = [...removedTasks(), id].slice(-maxRemoved);
    sharedState.write({ removed_tasks: { username: session.username() ?? '', ids } });
    setRemoved(ids);
  };
  return { removed, remove };
}
