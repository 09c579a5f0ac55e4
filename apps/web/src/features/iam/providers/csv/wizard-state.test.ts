import { describe, expect, it } from 'vitest';
import { aStaffList } from '../../source.fixture';
import { startWizard, type WizardEvent, type WizardState, wizard, wizardSteps } from './wizard-state';

const list = aStaffList();
const play = (state: WizardState, ...events: WizardEvent[]) => events.reduce(wizard, state);
const known = startWizard({ hasSource: true });
const mapping = play(known, { type: 'uploaded', list }, { type: 'list_accepted' });
const review = play(mapping, { type: 'mapping_saved' });

describe('startWizard', () => {
  it('asks for a name while there is no source', () => {
    expect(startWizard({ hasSource: false }).step).toBe('name');
  });

  it('starts at the upload for a source that exists', () => {
    expect(known.step).toBe('upload');
  });

  it('resumes at a started run', () => {
    expect(startWizard({ hasSource: true, taskId: 't' })).toMatchObject({ step: 'run', taskId: 't' });
  });
});

describe('wizard', () => {
  it('shows the contents before the columns', () => {
    expect(play(known, { type: 'uploaded', list })).toMatchObject({ step: 'upload', mapping: list.suggested_mapping });
    expect(mapping.step).toBe('map');
  });

  it('requires a list', () => {
    expect(play(known, { type: 'list_accepted' }).step).toBe('upload');
  });

  it('discards the mapping of the previous list', () => {
    const other = aStaffList({ suggested_mapping: { external_id: 'id' } });
    const chosen = play(mapping, { type: 'mapped', field: 'department', column: 'unit' });
    expect(play(chosen, { type: 'uploaded', list: other }).mapping).toEqual({ external_id: 'id' });
  });

  it('changes one field and leaves the others', () => {
    const chosen = play(mapping, { type: 'mapped', field: 'department', column: 'unit' });
    expect(chosen.mapping).toEqual({ ...list.suggested_mapping, department: 'unit' });
    const cleared = play(chosen, { type: 'mapped', field: 'email', column: undefined });
    expect(cleared.mapping).toEqual({ external_id: 'employeeId', display_name: 'fullName', department: 'unit' });
  });

  it('does not review a mapping without an identity', () => {
    const nameless = play(mapping, { type: 'mapped', field: 'external_id', column: undefined });
    expect(play(nameless, { type: 'mapping_saved' }).step).toBe('map');
    expect(review.step).toBe('review');
  });

  it('follows the run it started', () => {
    expect(play(review, { type: 'started', taskId: 't' })).toMatchObject({ step: 'run', taskId: 't' });
  });

  it('goes back one step at a time, never to the name', () => {
    const back: WizardEvent = { type: 'back' };
    const steps = [review, play(review, back), play(review, back, back), play(review, back, back, back)];
    expect(steps.map(({ step }) => step)).toEqual(['review', 'map', 'upload', 'upload']);
  });

  it('goes back from a run to its review, or to the upload after a reload', () => {
    const run = play(review, { type: 'started', taskId: 't' });
    expect(play(run, { type: 'back' })).toMatchObject({ step: 'review', taskId: undefined });
    expect(play(startWizard({ hasSource: true, taskId: 't' }), { type: 'back' }).step).toBe('upload');
  });

  it('reopens completed steps, but neither the name nor a later step', () => {
    const run = play(review, { type: 'started', taskId: 't' });
    const reopened = wizardSteps.map((step) => play(run, { type: 'revisited', step }).step);
    expect(reopened).toEqual(['run', 'upload', 'map', 'review', 'run']);
    expect(play(mapping, { type: 'revisited', step: 'review' }).step).toBe('map');
  });

  it('resumes where a reload interrupted it', () => {
    const saved = { step: 'map' as const, list, mapping: { external_id: 'mail' } };
    expect(startWizard({ hasSource: true, saved })).toMatchObject(saved);
  });

  it('starts over with another list', () => {
    const run = play(review, { type: 'started', taskId: 't' });
    expect(play(run, { type: 'upload_again' })).toEqual(known);
  });
});
