import type { DraftEdit } from '@key2xs/contract';
import { describe, expect, it } from 'vitest';
import { afterEdits, afterStep, type EditHistory, noHistory, withoutInvalid } from './edit-history';

/** A server with numbered rules. Like the real one, it never assigns a version twice. */
function aServer() {
  const rules = new Map<string, { name: string; version: number }>();
  let last = 0;
  const apply = (edits: readonly DraftEdit[]): DraftEdit[] => {
    for (const edit of edits) {
      if (edit.kind !== 'add_rule' && rules.get(edit.rule_id)?.version !== edit.version) throw new Error('conflict');
    }
    return edits.map((edit): DraftEdit => {
      const id = edit.rule_id ?? '';
      const old = rules.get(id);
      if (edit.kind === 'remove_rule') rules.delete(id);
      else rules.set(id, { name: edit.rule.name ?? '', version: ++last });
      const version = rules.get(id)?.version;
      if (!old) return { kind: 'remove_rule', rule_id: id, version };
      const rule = { name: old.name } as never; // all that this server stores of one
      return version === undefined
        ? { kind: 'add_rule', rule_id: id, rule }
        : { kind: 'change_rule', rule_id: id, version, rule };
    });
  };
  const names = () => [...rules].map(([id, { name }]) => `${id} ${name}`).sort();
  return { apply, names, versionOf: (id: string) => rules.get(id)?.version };
}

function aTab() {
  const server = aServer();
  let history: EditHistory = noHistory;
  const change = (words: string, edits: DraftEdit[]) => {
    history = afterEdits(history, { words, edits, undo: server.apply(edits) });
  };
  const step = (way: 'undo' | 'redo', which = history[way].at(-1)) => {
    history = afterStep(history, way, server.apply(which?.edits ?? []), which);
  };
  const add = (id: string, name: string) =>
    change(`add ${id}`, [{ kind: 'add_rule', rule_id: id, rule: { name } as never }]);
  const rename = (id: string, name: string) =>
    change(`rename ${id}`, [{ kind: 'change_rule', rule_id: id, version: server.versionOf(id), rule: { name } }]);
  const remove = (id: string) =>
    change(`remove ${id}`, [{ kind: 'remove_rule', rule_id: id, version: server.versionOf(id) }]);
  return { server, add, rename, remove, step, history: () => history };
}

describe('the history of edits', () => {
  it('undoes and redoes all edits of the same rule, twice', () => {
    const { server, add, rename, remove, step } = aTab();
    const states: string[][] = [server.names()];
    const then = (act: () => void) => {
      act();
      states.push(server.names());
    };
    then(() => add('a', 'one'));
    then(() => rename('a', 'two'));
    then(() => rename('a', 'three'));
    then(() => remove('a'));
    then(() => add('b', 'other'));
    for (let round = 0; round < 2; round++) {
      for (let i = states.length - 2; i >= 0; i--) {
        step('undo');
        expect(server.names()).toEqual(states[i]);
      }
      for (let i = 1; i < states.length; i++) {
        step('redo');
        expect(server.names()).toEqual(states[i]);
      }
    }
  });

  it('undoes a single edit out of order, and the others after that', () => {
    const { server, add, rename, step, history } = aTab();
    add('a', 'one');
    add('b', 'two');
    rename('a', 'three');
    rename('b', 'four');
    step('undo', history().undo[2]);
    expect(server.names()).toEqual(['a one', 'b four']);
    step('redo');
    expect(server.names()).toEqual(['a three', 'b four']);
    for (const left of [['a one', 'b four'], ['a one', 'b two'], ['a one'], []]) {
      step('undo');
      expect(server.names()).toEqual(left);
    }
  });

  it('clears the redo list after a new edit', () => {
    const { add, step, history } = aTab();
    add('a', 'one');
    step('undo');
    add('b', 'two');
    expect([history().undo.map(({ words }) => words), history().redo]).toEqual([['add b'], []]);
  });

  it('drops steps invalidated by another change, and keeps those about other rules', () => {
    const { add, rename, history } = aTab();
    add('a', 'one');
    add('b', 'two');
    rename('a', 'three');
    const left = withoutInvalid(history(), 'undo', 'a');
    expect(left.undo.map(({ words }) => words)).toEqual(['add b']);
    expect(withoutInvalid(history(), 'undo', undefined).undo.map(({ words }) => words)).toEqual(['add a', 'add b']);
  });
});
