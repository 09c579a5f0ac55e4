import { type Input, type PlanWizard, planWizards } from '@key2xs/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { keyOf } from './refetching';

/** Key plans that are being written, changed last first. */
export const planWizardsQuery = queryOptions({
  queryKey: keyOf(planWizards.list, 'list'),
  queryFn: ({ signal }) => call(planWizards.list, {}, { signal }),
});

export const planWizardQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(planWizards.get, 'one', id),
    queryFn: ({ signal }) => call(planWizards.get, { params: { id } }, { signal }),
  });

export type WizardState = Input<typeof planWizards.save>['body'];

/** Changes nothing when somebody else changed the wizard meanwhile (version_conflict). */
export const savePlanWizard = ({ id, version }: Pick<PlanWizard, 'id' | 'version'>, state: WizardState) =>
  call(planWizards.save, { params: { id }, body: state }, { ifMatch: version });

export function useStartPlanWizard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (state: WizardState) => call(planWizards.create, { body: state }),
    onSuccess: (wizard) => client.setQueryData(planWizardQuery(wizard.id).queryKey, wizard),
  });
}

type Writing = { wizard: Pick<PlanWizard, 'id' | 'version'>; overwrite: number | undefined };

const consentOf = (overwrite: number | undefined) => (overwrite === undefined ? {} : { overwrite });

/** Writes the draft; refused with conflict where the plan was edited elsewhere and that version is not named. */
export function useWritePlanWizard() {
  return useMutation({
    mutationFn: ({ wizard: { id, version }, overwrite }: Writing) =>
      call(planWizards.write, { params: { id }, body: consentOf(overwrite) }, { ifMatch: version }),
  });
}

/** Ends the wizard with its draft. */
export function useFinishPlanWizard() {
  return useMutation({
    mutationFn: ({ wizard: { id, version }, overwrite }: Writing) =>
      call(planWizards.finish, { params: { id }, body: consentOf(overwrite) }, { ifMatch: version }),
  });
}

/** Drops a wizard with its draft. */
export function useDiscardPlanWizard() {
  return useMutation({
    mutationFn: (id: string) => call(planWizards.discard, { params: { id } }),
  });
}

/** Doors that somebody could open by the draft. `version` of the plan: asked again when it is written again. */
export const simulatedDoorsQuery = (id: string, personId: string, version: number) =>
  queryOptions({
    queryKey: keyOf(planWizards.doorsOfPerson, 'doors', id, personId, version),
    queryFn: ({ signal }) =>
      call(planWizards.doorsOfPerson, { params: { id }, query: { person_id: personId } }, { signal }),
  });

/** People who could open a door by the draft. */
export const simulatedPeopleQuery = (id: string, cylinderId: string, version: number) =>
  queryOptions({
    queryKey: keyOf(planWizards.peopleOfDoor, 'people', id, cylinderId, version),
    queryFn: ({ signal }) =>
      call(planWizards.peopleOfDoor, { params: { id }, query: { cylinder_id: cylinderId } }, { signal }),
  });
