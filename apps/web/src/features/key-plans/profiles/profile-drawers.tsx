import type { AccessProfile } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { profileDoorsQuery, useCreateProfile, useUpdateProfile } from '#data/plans/access-profiles';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Failure, Loading } from '#ui/page-states';
import { useToast } from '#ui/toast';
import { ProfileForm } from './profile-form';
import { newProfile, type ProfileValues, pickedDoors } from './profile-schema';

type Props = { keySystemIds: readonly string[]; onClose: () => void };

export function CreateProfileDrawer({ planId, keySystemIds, onClose }: Props & { planId: string }) {
  const { t } = useTranslation('key-plans');
  const create = useCreateProfile();
  const toast = useToast();
  const submit = async (values: ProfileValues) => {
    const { name } = await create.mutateAsync({ planId, body: newProfile(values) });
    toast.success(t('profiles.toasts.created', { name }));
    onClose();
  };
  return (
    <SideDrawer title={t('profiles.add')} opened onClose={onClose}>
      <ProfileForm
        values={{ name: '', description: '', doors: [] }}
        keySystemIds={keySystemIds}
        submitLabel={t('profiles.submit')}
        onSubmit={submit}
        onCancel={onClose}
      />
    </SideDrawer>
  );
}

/** Loads the names of the doors before it shows the form. */
export function EditProfileDrawer({ profile, keySystemIds, onClose }: Props & { profile: AccessProfile }) {
  const { t } = useTranslation('key-plans');
  const { data: doors, error, refetch } = useQuery(profileDoorsQuery(profile.id));
  const update = useUpdateProfile();
  const toast = useToast();
  const submit = async (values: ProfileValues) => {
    const { name } = await update.mutateAsync({ profile, body: newProfile(values) });
    toast.success(t('profiles.toasts.saved', { name }));
    onClose();
  };
  const { name, description } = profile;
  return (
    <SideDrawer title={t('profiles.edit')} opened onClose={onClose}>
      {doors && (
        <ProfileForm
          values={{ name, description: description ?? '', doors: pickedDoors(doors) }}
          keySystemIds={keySystemIds}
          submitLabel={t('profiles.save')}
          onSubmit={submit}
          onCancel={onClose}
        />
      )}
      {!doors && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('profiles.loading')} />)}
    </SideDrawer>
  );
}
