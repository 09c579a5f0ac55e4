import { type Input, type PlanWizard, planWizards } from '@key2xs/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery, useCall } from '../calls/endpoint-calls';

/** Key plans being written, most recently changed first. */
export const planWizardsQuery = endpointQuery(planWizards.list, ['list'], {});

export const planWizardQuery = (id: string) => endpointQuery(planWizards.get, ['one', id], { params: { id } });

export type WizardState = Input<typeof planWizards.save>['body'];

/** Changes nothing after a concurrent change of the wizard (version_conflict). */
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

/** Writes the draft; refused with conflict if the plan was edited elsewhere, unless that version is given. */
export const useWritePlanWizard = () =>
  useCall(
    planWizards.write,
    ({ wizard: { id }, overwrite }: Writing) => ({ params: { id }, body: consentOf(overwrite) }),
    ({ wizard: { version } }: Writing) => ({ ifMatch: version }),
  );

/** Completes the wizard with its draft. */
export const useFinishPlanWizard = () =>
  useCall(
    planWizards.finish,
    ({ wizard: { id }, overwrite }: Writing) => ({ params: { id }, body: consentOf(overwrite) }),
    ({ wizard: { version } }: Writing) => ({ ifMatch: version }),
  );

/** Discards a wizard with its draft. */
export const useDiscardPlanWizard = () => useCall(planWizards.discard, (id: string) => ({ params: { id } }));

/** Doors that a person could open by the draft. `version` of the plan: refetched when it is written again. */
export const simulatedDoorsQuery = (id: string, personId: string, version: number) =>
  endpointQuery(planWizards.doorsOfPerson, ['doors', id, personId, version], {
    params: { id },
    query: { person_id: personId },
  });

/** People who could open a door by the draft. */
export const simulatedPeopleQuery = (id: string, cylinderId: string, version: number) =>
  endpointQuery(planWizards.peopleOfDoor, ['people', id, cylinderId, version], {
    params: { id },
    query: { cylinder_id: cylinderId },
  });
