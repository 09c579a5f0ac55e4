import type { KeyPlan } from '@key2xs/contract';
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DraftEdit, type EditDecision, type Switched, useDraftEdits } from '#data/plans/draft-edits';
import type { HistoryEntry } from '#data/plans/edit-history';
import { ApiError } from '#lib/calls/api-error';
import { loadChunk } from '#lib/chunk';
import { useToast } from '#ui/toast';
import type { Question } from './edit-question';

const EditQuestion = lazy(async () => {
  const loaded = await loadChunk('EditQuestion', () => import('./edit-question'));
  return { default: loaded.EditQuestion };
});

export type Editing = {
  /**
   * Edits rules and shows these words with an Undo. Asks for confirmation if many people would lose doors at once.
   * @returns false after a no @throws ApiError version_conflict, conflict, validation_failed
   */
  edit: (edits: readonly DraftEdit[], words: string) => Promise<boolean>;
  /** Switches one rule on that is off, and off that is on; else as `edit`. */
  switchRule: (rule: Switched, words: string) => Promise<boolean>;
  /** One step back or forth; says how it ended. */
  step: (way: 'undo' | 'redo') => void;
  /** Takes back one edit alone, whatever came after it; says how it ended. */
  takeBack: (entry: HistoryEntry) => void;
  /** What was done and not taken back, the last one last. */
  done: readonly HistoryEntry[];
  /** What would be taken back, or come again; undefined: nothing. */
  undoWords: string | undefined;
  redoWords: string | undefined;
  isPending: boolean;
};

const EditingContext = createContext<Editing | undefined>(undefined);

/** For all who edit the rules of a plan: one way to say what was done, to ask, and to take it back. */
export function EditingProvider({ plan, children }: { plan: KeyPlan; children: ReactNode }) {
  const { t } = useTranslation('key-plans');
  const { apply, toggle, undo, redo, ...history } = useDraftEdits(plan);
  const { isPending } = history;
  const [question, setQuestion] = useState<Question>();
  const toast = useToast();
  const ask = (asked: { message: string; losing: number }) =>
    new Promise<boolean>((resolve) => setQuestion({ is: 'losing', ...asked, resolve }));

  const offer = (way: 'undo' | 'redo') => ({ label: t(`steps.${way}`), run: () => step(way) });

  const send = async (words: string, change: (decision: EditDecision) => Promise<unknown>): Promise<boolean> => {
    let acceptLosing: number | undefined;
    for (;;) {
      try {
        await change({ acceptLosing });
        toast.success(words, offer('undo'));
        return true;
      } catch (error) {
        const asked = askedBy(error);
        if (!asked) throw error;
        if (!(await ask(asked))) return false;
        acceptLosing = asked.losing;
      }
    }
  };

  const edit: Editing['edit'] = (edits, words) => send(words, (decision) => apply(edits, words, decision));
  const switchRule: Editing['switchRule'] = (rule, words) => send(words, (decision) => toggle(rule, words, decision));

  const take = async (way: 'undo' | 'redo', which?: HistoryEntry, acceptLosing?: number): Promise<void> => {
    const outcome = await (way === 'undo' ? undo({ acceptLosing }, which) : redo({ acceptLosing }));
    if (outcome?.kind === 'done') {
      const { words } = outcome;
      toast.success(
        t(way === 'undo' ? 'steps.undone' : 'steps.redone', { words }),
        offer(way === 'undo' ? 'redo' : 'undo'),
      );
    } else if (outcome?.kind === 'void') {
      setQuestion({ is: 'void', way, words: outcome.words, message: outcome.message });
    } else if (outcome && (await ask({ message: outcome.message, losing: outcome.peopleLosing }))) {
      await take(way, which, outcome.peopleLosing);
    }
  };
  const step = (way: 'undo' | 'redo', which?: HistoryEntry) =>
    void take(way, which).catch((error: Error) => toast.failure(error.message));

  return (
    <EditingContext
      value={{
        edit,
        switchRule,
        step: (way) => !isPending && step(way),
        takeBack: (entry) => !isPending && step('undo', entry),
        ...history,
      }}
    >
      {children}
      <Suspense>{question && <EditQuestion question={question} onDone={() => setQuestion(undefined)} />}</Suspense>
    </EditingContext>
  );
}

/** What has to be answered with yes before edits are made that were refused because so many people would lose doors. */
function askedBy(error: unknown): { message: string; losing: number } | undefined {
  if (!(error instanceof ApiError) || error.code !== 'confirmation_needed') return undefined;
  const { people_losing: losing } = error.problem as Record<string, unknown>; // a member of this refusal
  return typeof losing === 'number' ? { message: error.message, losing } : undefined;
}

/** @throws when there is no EditingProvider above */
export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('useEditing needs an EditingProvider above it.');
  return editing;
}
