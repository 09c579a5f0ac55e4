import {
  type Input,
  type KeyHolidayCalendar,
  type KeyTimesPolicy,
  type KeyTimesTemplate,
  keyExtensions,
  keyReminders,
  keyTimes,
  keyTimesSettings,
} from '@key2xs/contract';
import { endpointQuery, useCall } from '../calls/endpoint-calls';

/** When one key works, and what was ordered for it. */
export const keyTimesQuery = (id: string) => endpointQuery(keyTimes.get, ['one', id], { params: { id } });

/** What stops working by itself in the next 30 days; the holders of so many days. */
export const keyForecastQuery = (days: '1' | '7' | '30') =>
  endpointQuery(keyTimes.forecast, ['forecast', days], { query: { days } });

type KeyTimesWish = Input<typeof keyTimes.preview>['body'];

export const usePreviewKeyTimes = () => useCall(keyTimes.preview, (body: KeyTimesWish) => ({ body }));

/** Orders nothing when keys have changed since the preview (version_conflict). */
export const useOrderKeyTimes = () =>
  useCall(keyTimes.order, (body: Input<typeof keyTimes.order>['body']) => ({ body }));

export const useWriteTimesAgain = () => useCall(keyTimes.writeAgain, (id: string) => ({ params: { id } }));

/** Mails holders of keys, or their managers. */
export const useAskForReminders = () =>
  useCall(keyReminders.ask, (body: Input<typeof keyReminders.ask>['body']) => ({ body }));

export const keyExtensionsQuery = endpointQuery(keyExtensions.list, ['extensions'], {});

export const useAskForExtension = () =>
  useCall(keyExtensions.ask, (body: Input<typeof keyExtensions.ask>['body']) => ({ body }));
export const useApproveExtension = () => useCall(keyExtensions.approve, (id: string) => ({ params: { id } }));
export const useRefuseExtension = () =>
  useCall(keyExtensions.refuse, ({ id, reason }: { id: string; reason: string }) => ({
    params: { id },
    body: { reason },
  }));

export const keyTimesPolicyQuery = endpointQuery(keyTimesSettings.get, ['policy'], {});

const ifMatch = ({ version }: { version: number }) => ({ ifMatch: version });

/** Changes nothing after a concurrent change (version_conflict), as all below. */
export const useSaveKeyTimesPolicy = () =>
  useCall(
    keyTimesSettings.save,
    ({ policy }: { policy: KeyTimesPolicy; version: number }) => ({ body: policy }),
    ifMatch,
  );

export const keyTimesTemplatesQuery = endpointQuery(keyTimesSettings.templates, ['templates'], {});
export const keyHolidayCalendarsQuery = endpointQuery(keyTimesSettings.calendars, ['calendars'], {});

type TemplateBody = Input<typeof keyTimesSettings.createTemplate>['body'];
type CalendarBody = Input<typeof keyTimesSettings.createCalendar>['body'];

export const useCreateKeyTemplate = () => useCall(keyTimesSettings.createTemplate, (body: TemplateBody) => ({ body }));
export const useChangeKeyTemplate = () =>
  useCall(
    keyTimesSettings.changeTemplate,
    ({ id, body }: { id: string; version: number; body: TemplateBody }) => ({ params: { id }, body }),
    ifMatch,
  );
export const useDeleteKeyTemplate = () =>
  useCall(keyTimesSettings.deleteTemplate, ({ id }: KeyTimesTemplate) => ({ params: { id } }), ifMatch);

export const useCreateHolidayCalendar = () =>
  useCall(keyTimesSettings.createCalendar, (body: CalendarBody) => ({ body }));
export const useChangeHolidayCalendar = () =>
  useCall(
    keyTimesSettings.changeCalendar,
    ({ id, body }: { id: string; version: number; body: CalendarBody }) => ({ params: { id }, body }),
    ifMatch,
  );
export const useDeleteHolidayCalendar = () =>
  useCall(keyTimesSettings.deleteCalendar, ({ id }: KeyHolidayCalendar) => ({ params: { id } }), ifMatch);
