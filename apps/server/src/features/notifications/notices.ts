import { fitLine, type NoticeKind } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Deps, Tx } from '#platform/deps';
import type { EventKind } from '#platform/events/event-kind';
import { type Handler, on } from '#platform/events/subscriber';
import { reviewWaits } from '../access-reviews/events';
import { administratorViewed, mailAddressChanged } from '../administrators/events';
import { apiTokenEnding } from '../api-tokens/events';
import { newDevice, passwordForgotten } from '../auth/events';
import { linkOfForgotten } from '../auth/service';
import { changeSetStopped } from '../change-sets/events';
import { keyLost } from '../key-cases/events';
import { requestAnswered, requestWaits } from '../key-requests/events';
import { certificateEnding } from '../key-systems/events';
import { keyExtensionRequested } from '../key-times/events';
import { reportScheduleStopped, scheduledReportMade } from '../reports/schedules/events';
import { credentialsChanged } from '../second-factors/events';
import { credentialEnding } from '../source-credentials/events';
import { sourceFailing, sourceRecovered } from '../source-health/events';
import { taskEnded } from '../tasks/events';
import { webhookDisabled } from '../webhooks/events';
import type { Chosen } from './queries';

/** What a mail says, and the screen it leads to. */
export type NoticeMail = {
  subject: Sentence;
  text: Sentence;
  path: string;
  /** About the reader's own account: it comes without having been chosen. */
  isPersonal?: true;
};

/** What making a mail may need. */
type Making = Pick<Deps, 'db' | 'config' | 'clock' | 'newId' | 'signEvent' | 'mailer'>;

type Save = {
  /** Sent to administrators who may read the notice and have chosen it. */
  chosen(tx: Tx, eventId: string, chosen: Chosen): Promise<void>;
  /** For one administrator, chosen or not. @param to null: their address */
  personal(tx: Tx, eventId: string, adminId: string, to: string | null): Promise<void>;
};

/** An event that is mailed. */
export type Notice = {
  kind: string;
  /** Undefined: no mail for this event. @throws ZodError for another payload */
  mailOf(payload: unknown, making: Making): NoticeMail | undefined | Promise<NoticeMail | undefined>;
  /** Whether nothing is to be done about it any more: then it is not mailed. */
  isOver(payload: unknown, event: { db: Db; event_id: string }): Promise<boolean>;
  handler(save: Save): Handler;
};

/** An event mailed to the administrator it is about, whatever they have chosen. @param toOf another address than theirs */
function personalNotice<Payload extends { admin_id: string | null }>(
  event: EventKind<string, Payload>,
  mailOf: (payload: Payload, making: Making) => Promise<Omit<NoticeMail, 'isPersonal'> | undefined>,
  toOf: (payload: Payload) => string | null = () => null,
): Notice {
  return {
    kind: event.kind,
    mailOf: async (payload, making) => {
      const mail = await mailOf(event.payload.parse(payload), making);
      return mail && { ...mail, isPersonal: true };
    },
    isOver: async () => false,
    handler: ({ personal }) =>
      on(event, async (tx, { id, payload }) => {
        if (payload.admin_id !== null) await personal(tx, id, payload.admin_id, toOf(payload));
      }),
  };
}

type Choice<Payload> = {
  /** Someone is waited for. */
  isUrgent?: true;
  /** Who caused it, and is not mailed. */
  exceptOf?: (payload: Payload) => string | null;
  /** Who alone is mailed. */
  onlyOf?: (payload: Payload) => string | null;
  /** The person it is about: those who do not see them are not mailed. */
  personOf?: (payload: Payload) => string;
  /** Of a row when nothing is to be done any more. */
  isOver?: (payload: Payload, eventId: string) => RawBuilder<boolean>;
};

/** An event mailed under the notice by which an administrator chooses it. */
function notice<Payload extends object>(
  event: EventKind<string, Payload>,
  name: NoticeKind,
  mailOf: (payload: Payload) => NoticeMail | undefined,
  { isUrgent, exceptOf = () => null, onlyOf, personOf, isOver }: Choice<Payload> = {},
): Notice {
  return {
    kind: event.kind,
    mailOf: (payload) => mailOf(event.payload.parse(payload)),
    isOver: async (payload, { db, event_id }) => {
      if (!isOver) return false;
      const { rows } = await sql<{ is_over: boolean }>`
        select ${isOver(event.payload.parse(payload), event_id)} as is_over`.execute(db);
      return rows[0]?.is_over ?? false;
    },
    handler: ({ chosen }) =>
      on(event, async (tx, { id, payload }) => {
        const urgency = isUrgent ? 'urgent' : 'ordinary';
        const who = { except: exceptOf(payload), only: onlyOf?.(payload), person_id: personOf?.(payload) };
        if (mailOf(payload)) await chosen(tx, id, { notice: name, urgency, ...who });
      }),
  };
}

/** Which events are mailed, and what the mail says. */
export const notices: readonly Notice[] = [
  notice(
    changeSetStopped,
    'guard_stopped',
    ({ change_set_id, title, is_preview }) => {
      if (is_preview) return undefined; // the screen of its start shows it
      const [subject, text] = [say('mail.guardStopped.subject', { title }), say('mail.guardStopped.text', { title })];
      return { subject, text, path: `/change-sets/${change_set_id}` };
    },
    {
      isUrgent: true,
      isOver: ({ change_set_id: id }) =>
        sql`exists (select from change_set where id::text = ${id} and state not in ('computing', 'ready', 'quarantined'))`,
    },
  ),
  notice(taskEnded, 'run_failed', ({ task_id, kind, title: name, error: reason, dry_run, was_failing }) => {
    if (reason === null || dry_run || was_failing || kind === 'directory') return undefined; // the latter: the next two
    const of = kind === 'inventory' ? 'mail.inventoryFailed' : 'mail.syncFailed';
    return {
      subject: say(`${of}.subject`, { name }),
      text: say(`${of}.text`, { name, reason }),
      path: `/tasks/${task_id}`,
    };
  }),
  notice(
    sourceFailing,
    'source_state',
    ({ task_id, connection_name: name, reason }) => ({
      subject: say('mail.sourceFailing.subject', { name }),
      text: say('mail.sourceFailing.text', { name, reason }),
      path: `/tasks/${task_id}`,
    }),
    {
      isOver: ({ connection_id }, eventId) => sql`exists (
      select from outbox where kind = ${sourceRecovered.kind} and subject = ${connection_id} and id > ${eventId}::bigint)`,
    },
  ),
  notice(sourceRecovered, 'source_state', ({ task_id, connection_name: name }) => ({
    subject: say('mail.sourceRecovered.subject', { name }),
    text: say('mail.sourceRecovered.text', { name }),
    path: `/tasks/${task_id}`,
  })),
  notice(credentialEnding, 'credential_ending', ({ kind, connection_id, ...ending }) => ({
    ...ofEnding(kind, ending),
    path: `/iam-manager?source=${connection_id}&tab=credentials`,
  })),
  notice(certificateEnding, 'credential_ending', ({ connection_id, ...ending }) => ({
    ...ofEnding('certificate', ending),
    path: `/key-systems?connection=${connection_id}&tab=certificates`,
  })),
  notice(
    webhookDisabled,
    'webhook_disabled',
    ({ host, because }) => ({
      subject: say('mail.webhookDisabled.subject', { host }),
      text: say(`mail.webhookDisabled.${because}`, { host }),
      path: '/developers?tab=webhooks',
    }),
    {
      isOver: ({ webhook_id: id }) => sql`not exists (select from webhook where id::text = ${id} and not is_enabled)`,
    },
  ),
  notice(
    keyLost,
    'key_lost',
    ({ case_id, marking, doors: count }) => ({
      subject: say('mail.keyLost.subject', { marking }),
      text: say('mail.keyLost.text', { marking, count }),
      path: `/keys/cases/${case_id}`,
    }),
    {
      isUrgent: true,
      isOver: ({ case_id: id }) => sql`not exists (select from key_case where id::text = ${id} and closed_at is null)`,
    },
  ),
  notice(
    keyExtensionRequested,
    'key_extension',
    ({ by, keys: count, hours, reason }) => ({
      subject: say('mail.keyExtension.subject', { by }),
      text: say('mail.keyExtension.text', { by, count, hours, reason }),
      path: '/admin/activation',
    }),
    {
      isUrgent: true,
      exceptOf: ({ asked_by_id }) => asked_by_id,
      isOver: ({ extension_id: id }) =>
        sql`not exists (select from key_extension where id::text = ${id} and state = 'open')`,
    },
  ),
  notice(
    requestWaits,
    'key_request_waits',
    ({ is_escalated }) => {
      const of = is_escalated ? 'mail.keyRequest.escalated' : 'mail.keyRequest.waits';
      return { subject: say(`${of}.subject`), text: say(`${of}.text`), path: '/keys/request?view=to_decide' };
    },
    {
      exceptOf: ({ asked_by_id }) => asked_by_id,
      personOf: ({ person_id }) => person_id,
      isOver: ({ request_id: id, version, file_changes }) => sql`not exists (
        select from key_request where id::text = ${id} and state in ('to_complete', 'in_approval')
          and version - file_changes = ${version - file_changes}::int)`,
    },
  ),
  notice(
    requestAnswered,
    'key_request_own',
    ({ answer }) => ({
      subject: say(`mail.keyRequest.${answer}.subject`),
      text: say(`mail.keyRequest.${answer}.text`),
      path: '/keys/request?view=mine',
    }),
    {
      onlyOf: ({ asked_by_id }) => asked_by_id,
      personOf: ({ person_id }) => person_id,
      isOver: ({ request_id: id, state }) =>
        sql`not exists (select from key_request where id::text = ${id} and state = ${state})`,
    },
  ),
  notice(
    reviewWaits,
    'access_review',
    ({ review_id, moment }) => ({
      subject: say(`mail.accessReview.${moment}.subject`),
      text: say(`mail.accessReview.${moment}.text`),
      path: `/admin/reviews?review=${review_id}`,
    }),
    {
      onlyOf: ({ admin_id }) => admin_id,
      isOver: ({ review_id: id }) => sql`not exists (
        select from access_review_item as item join access_review as review on review.id = item.review_id
        where review.id::text = ${id} and review.outcome is null and item.decision is null)`,
    },
  ),
  // Its recipients are named by its schedule.
  personalNotice(scheduledReportMade, async ({ kept_id, report }) => {
    const title = say(`report.title.${report}`);
    return {
      subject: say('mail.scheduledReport.subject', { title }),
      text: say('mail.scheduledReport.text', { title }),
      path: `/admin/reports?tab=kept&kept=${kept_id}`,
    };
  }),
  personalNotice(reportScheduleStopped, async ({ report }) => {
    const title = say(`report.title.${report}`);
    return {
      subject: say('mail.reportStopped.subject', { title }),
      text: say('mail.reportStopped.text', { title }),
      path: '/admin/reports?tab=schedules',
    };
  }),
  personalNotice(apiTokenEnding, async ({ name, days_left: count }) => {
    const what = count < 0 ? say('mail.apiToken.ended', { name }) : say('mail.apiToken.ends', { name, count });
    return { subject: what, text: say('mail.apiToken.text', { what }), path: '/developers?tab=tokens' };
  }),
  personalNotice(newDevice, async ({ username, address, user_agent, at }) => {
    const moment = `${at.slice(0, 16).replace('T', ' ')} UTC`;
    const browser = fitLine(user_agent ?? '–', browserLength);
    return {
      subject: say('mail.newDevice.subject', { username }),
      text: say('mail.newDevice.text', { username, address, browser, moment }),
      path: '/profile',
    };
  }),
  personalNotice(administratorViewed, async ({ by, reason }) => ({
    subject: say('mail.viewed.subject', { by }),
    text: say('mail.viewed.text', { by, reason }),
    path: '/profile',
  })),
  personalNotice(credentialsChanged, async ({ change }) => ({
    subject: say('mail.credentialsChanged.subject'),
    text: say('mail.credentialsChanged.text', { what: say(`mail.credentialsChanged.${change}`) }),
    path: '/profile',
  })),
  personalNotice(
    mailAddressChanged,
    async ({ former_address }) => ({
      subject: say('mail.addressChanged.subject'),
      text: say('mail.addressChanged.text', {
        what: say(`mail.addressChanged.${former_address ? 'former' : 'present'}`),
      }),
      path: '/profile',
    }),
    ({ former_address }) => former_address,
  ),
  personalNotice(passwordForgotten, async (payload, making) => {
    const link = await linkOfForgotten(making, payload);
    if (!link) return undefined;
    const { username, path } = link;
    return { subject: say('mail.forgotten.subject'), text: say('mail.forgotten.text', { username }), path };
  }),
];

const browserLength = 200;

type Ending = { connection_name: string; days_left: number; has_successor: boolean };

function ofEnding(kind: 'secret' | 'certificate', { connection_name: name, days_left: count, has_successor }: Ending) {
  const what =
    count > 0
      ? say(`mail.${kind}.ends`, { name, count })
      : say(count === 0 ? `mail.${kind}.today` : `mail.${kind}.ended`, { name });
  return { subject: what, text: say(has_successor ? 'mail.endingText.successor' : 'mail.endingText.none', { what }) };
}
