import { type Location, type LocationNode, locationTypes } from '@key2xs/contract';
import { rankOf } from '@key2xs/domain';
import { useTranslation } from 'react-i18next';
import { useCreateLocation, useUpdateLocation } from '#data/key-systems/locations';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { useToast } from '#ui/toast';
import { LocationForm, type LocationValues } from './location-form';

const nothingYet = {
  name: '',
  code: null,
  protection_class: null,
  owner_person_id: null,
  deputy_person_id: null,
  time_zone: null,
  notes: '',
};

type CreateProps = {
  places: readonly LocationNode[];
  /** The parent preselected in the form. */
  parent: LocationNode | undefined;
  onClose: () => void;
  onCreated: (id: string) => void;
};

export function CreateLocationDrawer({ places, parent, onClose, onCreated }: CreateProps) {
  const { t } = useTranslation('locations');
  const create = useCreateLocation();
  const toast = useToast();
  const submit = async (body: LocationValues) => {
    const { id, name } = await create.mutateAsync({ body });
    toast.success(t('form.added', { name }));
    onClose();
    onCreated(id);
  };
  const type = (parent ? locationTypes[rankOf(parent.type) + 1] : 'building') ?? 'door';
  return (
    <SideDrawer title={t('word.addPlace')} opened onClose={onClose}>
      <LocationForm
        values={{ ...nothingYet, type, parent_id: parent?.id ?? null }}
        places={places}
        submitLabel={t('word.addPlace')}
        onSubmit={submit}
        onCancel={onClose}
      />
    </SideDrawer>
  );
}

type EditProps = { place: Location; places: readonly LocationNode[]; onClose: () => void };

export function EditLocationDrawer({ place, places, onClose }: EditProps) {
  const { t } = useTranslation('locations');
  const update = useUpdateLocation();
  const toast = useToast();
  const submit = async (changes: LocationValues) => {
    const { name } = await update.mutateAsync({ place, changes });
    toast.success(t('form.saved', { name }));
    onClose();
  };
  const { name, type, parent_id, code, protection_class, owner_person_id, deputy_person_id, time_zone, notes } = place;
  return (
    <SideDrawer title={t('form.edit')} opened onClose={onClose}>
      <LocationForm
        id={place.id}
        values={{ name, type, parent_id, code, protection_class, owner_person_id, deputy_person_id, time_zone, notes }}
        names={{ owner: place.owner_name, deputy: place.deputy_name }}
        places={places}
        submitLabel={t('word.save')}
        onSubmit={submit}
        onCancel={onClose}
      />
    </SideDrawer>
  );
}
