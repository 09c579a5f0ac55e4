import { mailTextSettings, notifications } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listMailTexts, resetMailText, saveMailText } from './mail-texts';
import { getNotifications, saveNotifications, sendTestMail } from './service';

export function notificationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, notifications.get, ({ reader, actor }) => getNotifications(deps, reader, actor.id));
  route(app, deps, notifications.save, (call) => saveNotifications(deps, call, call.body));
  route(app, deps, notifications.sendTestMail, (call) => sendTestMail(deps, call));
  route(app, deps, mailTextSettings.list, ({ reader }) => listMailTexts(reader.db));
  route(app, deps, mailTextSettings.save, ({ caller, params, body }) => saveMailText({ deps, caller }, params, body));
  route(app, deps, mailTextSettings.reset, ({ caller, params }) => resetMailText({ deps, caller }, params));
}
