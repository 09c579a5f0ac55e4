import {
  keyExtensions,
  keyReminderList,
  keyReminders,
  keyTimes,
  keyTimesList,
  keyTimesSettings,
} from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { presentDeleted } from '#platform/deleted';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { orderChange, previewChange } from './change-times';
import { approveExtension, askForExtension, refuseExtension } from './extensions/extend-keys';
import { listExtensions } from './extensions/list-extensions';
import { forecast } from './forecast';
import { getTimes, writeAgain } from './get-times';
import { timesFor } from './moment';
import { getPolicy, savePolicy } from './policy';
import { askForReminders } from './reminders/ask-for-reminders';
import { reminderSource } from './reminders/reminder-source';
import {
  changeCalendar,
  changeTemplate,
  createCalendar,
  createTemplate,
  deleteCalendar,
  deleteTemplate,
  listCalendars,
  listTemplates,
} from './templates';

export function keyTimesRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, {
    list: keyTimesList,
    find: ({ query }, reader) => timesFor(deps, reader, query),
  });
  route(app, deps, keyTimes.get, ({ reader, params }) => getTimes(deps, reader, params.id));
  route(app, deps, keyTimes.preview, ({ reader, body }) => previewChange(deps, reader, body));
  route(app, deps, keyTimes.order, ({ caller, body }) => orderChange({ deps, caller }, body));
  route(app, deps, keyTimes.forecast, ({ reader, query }) => forecast(deps, reader, Number(query.days)));
  route(app, deps, keyTimes.writeAgain, ({ caller, reader, params }) =>
    writeAgain({ deps, caller, reader }, params.id),
  );
  reminderRoutes(app, deps);
  route(app, deps, keyExtensions.list, async ({ reader }) => ({ items: await listExtensions(reader) }));
  route(app, deps, keyExtensions.ask, ({ caller, body }) => askForExtension({ deps, caller }, body));
  route(app, deps, keyExtensions.approve, ({ caller, params }) => approveExtension({ deps, caller }, params.id));
  route(app, deps, keyExtensions.refuse, ({ caller, params, body }) =>
    refuseExtension({ deps, caller }, params.id, body.reason),
  );
  settingsRoutes(app, deps);
}

function reminderRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, { list: keyReminderList, find: (_, reader) => reminderSource(reader) });
  route(app, deps, keyReminders.ask, ({ caller, body }) => askForReminders({ deps, caller }, body));
}

function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, keyTimesSettings.get, ({ reader }) => getPolicy(deps, reader));
  route(app, deps, keyTimesSettings.save, ({ caller, body, expectedVersion }) =>
    savePolicy({ deps, caller, expectedVersion }, body),
  );
  route(app, deps, keyTimesSettings.templates, async ({ reader }) => ({ items: await listTemplates(reader) }));
  route(app, deps, keyTimesSettings.createTemplate, ({ caller, reader, body }) =>
    createTemplate({ deps, caller }, reader, body),
  );
  route(app, deps, keyTimesSettings.changeTemplate, ({ caller, reader, params, body, expectedVersion }) =>
    changeTemplate({ deps, caller, id: params.id, expectedVersion }, reader, body),
  );
  route(app, deps, keyTimesSettings.deleteTemplate, async ({ caller, reader, params, expectedVersion }) =>
    presentDeleted(await deleteTemplate({ deps, caller, id: params.id, expectedVersion }), reader.language),
  );
  route(app, deps, keyTimesSettings.calendars, async ({ reader }) => ({ items: await listCalendars(reader) }));
  route(app, deps, keyTimesSettings.createCalendar, ({ caller, reader, body }) =>
    createCalendar({ deps, caller }, reader, body),
  );
  route(app, deps, keyTimesSettings.changeCalendar, ({ caller, reader, params, body, expectedVersion }) =>
    changeCalendar({ deps, caller, id: params.id, expectedVersion }, reader, body),
  );
  route(app, deps, keyTimesSettings.deleteCalendar, async ({ caller, reader, params, expectedVersion }) =>
    presentDeleted(await deleteCalendar({ deps, caller, id: params.id, expectedVersion }), reader.language),
  );
}
