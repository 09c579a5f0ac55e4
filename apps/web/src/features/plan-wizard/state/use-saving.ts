import type { PlanWizard, PlanWizardStep } from '@key2xs/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { planWizardQuery, savePlanWizard } from '#data/plans/plan-wizards';
import { ApiError } from '#lib/calls/api-error';
import type { Change, Content } from './choices';

/** How long nothing changes before it is saved. */
const pauseMs = 600;

export type Saving =
  | { is: 'saved'; at: string }
  | { is: 'waiting' | 'saving' }
  /** Another user changed the wizard; nothing is saved until one of the two versions is chosen. */
  | { is: 'outdated'; message: string }
  | { is: 'failed'; message: string };

/**
 * The choices of a wizard, kept on the server shortly after each change. Saves run one after the other, each on the version
 * that the one before has left.
 */
export function useSaving(loaded: PlanWizard) {
  const client = useQueryClient();
  const [content, setContent] = useState<Content>(loaded.content);
  const [saving, setSaving] = useState<Saving>({ is: 'saved', at: loaded.updated_at });
  const now = useRef({
    content: loaded.content,
    step: loaded.step,
    version: loaded.version,
    isDirty: false,
    isOutdated: false,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean>>(Promise.resolve(true));

  const save = async (): Promise<boolean> => {
    if (now.current.isOutdated) return false;
    if (!now.current.isDirty) return true;
    const { step, content: sent, version } = now.current;
    now.current.isDirty = false;
    setSaving({ is: 'saving' });
    try {
      const saved = await savePlanWizard({ id: loaded.id, version }, { step, content: sent });
      now.current.version = saved.version;
      client.setQueryData(planWizardQuery(loaded.id).queryKey, saved);
      if (!now.current.isDirty) setSaving({ is: 'saved', at: saved.updated_at });
      return true;
    } catch (error) {
      now.current.isDirty = true;
      const message = error instanceof Error ? error.message : String(error);
      const isOutdated = error instanceof ApiError && error.code === 'version_conflict';
      now.current.isOutdated = isOutdated;
      setSaving({ is: isOutdated ? 'outdated' : 'failed', message });
      return false;
    }
  };
  /** Saves what waits. @returns false when it could not be saved */
  const flush = (): Promise<boolean> => {
    clearTimeout(timer.current);
    running.current = running.current.then(save);
    return running.current;
  };
  const touch = () => {
    now.current.isDirty = true;
    setSaving((before) => (before.is === 'outdated' ? before : { is: 'waiting' }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), pauseMs);
  };
  const change: Change = (edit) => {
    now.current.content = edit(now.current.content);
    setContent(now.current.content);
    touch();
  };
  const moveTo = (step: PlanWizardStep) => {
    if (now.current.step === step) return;
    now.current.step = step;
    touch();
  };
  /** Keeps the choices of this window over those of another. */
  const keepMine = (version: number): Promise<boolean> => {
    now.current = { ...now.current, version, isDirty: true, isOutdated: false };
    return flush();
  };
  useSavingOnLeave(() => now.current.isDirty && saving.is !== 'outdated', flush);
  const versionOf = () => ({ id: loaded.id, version: now.current.version });
  return { content, saving, change, moveTo, flush, keepMine, versionOf };
}

/** Saves when the page is left within the application, and lets the browser ask when it is closed too early. */
function useSavingOnLeave(isDirty: () => boolean, flush: () => Promise<unknown>): void {
  const latest = useRef({ isDirty, flush });
  useEffect(() => {
    latest.current = { isDirty, flush };
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!latest.current.isDirty()) return;
      void latest.current.flush();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      if (latest.current.isDirty()) void latest.current.flush();
    };
  }, []);
}
