import { notifications } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { getNotifications, saveNotifications, sendTestMail } from './service';

export function notificationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, notifications.get, ({ reader, actor }) => getNotifications(deps, reader, actor.id));
  route(app, deps, notifications.save, (call) => saveNotifications(deps, call, call.body));
  route(app, deps, notifications.sendTestMail, (call) => sendTestMail(deps, call));
}
