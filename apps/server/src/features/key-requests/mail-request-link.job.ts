import { say } from '@key2xs/texts';
import { type Selectable, sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps } from '#platform/deps';
import { on, type Subscriber } from '#platform/events/subscriber';
import type { JobWork } from '#platform/jobs/job-kind';
import { insertJob } from '#platform/jobs/job-rows';
import { sendLink } from '#platform/mail/deliver-link';
import { MailNotTaken } from '#platform/mail/mailer';
import type { Schema } from '#platform/schema/schema';
import { hashToken, newToken } from '#platform/sign-in/sessions';
import { asProduct } from '#platform/visible-to';
import { peopleOf } from '../people/relation';
import { requestAnswered } from './events';
import { isOffered, mailRequestLinkJob } from './request-links';

type Waiting = Selectable<Schema['key_request_link_mail']>;
type Person = { id: string; email: string };

const dayMs = 86_400_000;
const maxMailsADay = 10;

/** People who have asked by a link are mailed what has happened to their request, with a new link that shows it. */
export const requestLinkSubscriber = (deps: Deps): Subscriber => ({
  name: 'key-request-links',
  handlers: [
    on(requestAnswered, async (tx, { payload: { request_id, state, answer } }) => {
      const row = await tx
        .selectFrom('key_request')
        .select('id')
        .where('id', '=', request_id)
        .where('is_by_link', '=', true)
        .executeTakeFirst();
      if (!row) return;
      const id = deps.newId();
      await tx
        .insertInto('key_request_link_mail')
        .values({ id, request_id, state, answer, mail_address: null, language: null, at: deps.clock() })
        .execute();
      await insertJob(tx, { kind: mailRequestLinkJob, key: id });
    }),
  ],
});

/**
 * Mails one link to the one active person whom it is for. It is tried for a day while the mail server takes none, each time with a
 * new link; not again once the server has refused it for good.
 */
export const mailRequestLink = (deps: Deps): JobWork => ({
  name: mailRequestLinkJob,
  async run({ lease }) {
    const { key: id } = lease.job;
    const waiting = await deps.db
      .selectFrom('key_request_link_mail')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!waiting) return 'done';
    const outcome = await mailOne(deps, waiting);
    await deps.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('key_request_link_mail').where('id', '=', id).execute();
      if (!outcome) return;
      const { person_id, refused } = outcome;
      const caller: Caller = { actor: undefined, name: 'request links', request_id: null, sign: deps.signEvent };
      const details = { about: waiting.answer ?? 'requested', ...(refused && { because: refused }) };
      const action = refused ? 'key_request_link.refused' : 'key_request_link.mailed';
      await recordEvent(tx, caller, action, { ...(person_id && { id: person_id }), details });
    });
    return 'done';
  },
});

type Outcome = { person_id?: string; refused?: 'several_people' | 'too_many_mails' | 'mail_refused' };

/** @returns nothing where no one is to be mailed. @throws Error while the mail server takes none */
async function mailOne(deps: Deps, waiting: Waiting): Promise<Outcome | undefined> {
  const now = deps.clock();
  if (now.getTime() - waiting.at.getTime() > dayMs || !(await isOffered(deps.db, deps))) return undefined;
  const people = await findAddressees(deps.db, waiting);
  const [person] = people;
  if (!person) return undefined;
  if (people.length > 1) return { refused: 'several_people' };
  const token = newToken();
  const link = { person_id: person.id, token_hash: hashToken(token) };
  const language = await saveLink(deps.db, { ...link, now, language: waiting.language });
  if (!language) return { person_id: person.id, refused: 'too_many_mails' };
  const of = waiting.answer ? (`mail.keyRequest.${waiting.answer}` as const) : ('keyRequest.mail' as const);
  try {
    await sendLink(deps, person.email.trim(), {
      ...{ language, path: '/request-keys', token },
      subject: say(`${of}.subject`),
      text: say(`${of}.text`),
      footer: say('keyRequest.mailFooter'),
    });
  } catch (error) {
    await giveMailBack(deps.db, link);
    if (!(error instanceof MailNotTaken)) throw error;
    if (error.isFinal) return { person_id: person.id, refused: 'mail_refused' };
    throw new Error('The mail server has not taken the mail'); // its answer may name the address
  }
  await replaceFormer(deps.db, link);
  return { person_id: person.id };
}

/** Those with the address asked for, or with that of the requester. Two are too many: no one knows who reads the mail. */
async function findAddressees(db: Db, waiting: Waiting): Promise<Person[]> {
  const address = waiting.request_id === null ? waiting.mail_address : await addressOfAsker(db, waiting);
  if (!address) return [];
  const { rows } = await sql<Person>`
    select person.id, person.email from ${peopleOf(asProduct(db))}
    where lower(btrim(person.email)) = ${address} and person.active and person.superseded_at is null
    order by person.id limit 2`.execute(db);
  return rows;
}

/** Unless the request has moved on since. */
async function addressOfAsker(db: Db, { request_id, state }: Waiting): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select lower(btrim(person.email)) as address from ${peopleOf(asProduct(db))}
    where person.id = (select person_id from key_request where id = ${request_id} and state = ${state})
      and btrim(coalesce(person.email, '')) <> '' and person.active and person.superseded_at is null`.execute(db);
  return rows[0]?.address;
}

type Link = { person_id: string; token_hash: Buffer };

/**
 * Counts its mail before that leaves. The link before works on until the mail server has taken this one, so that trouble with mails ends
 * none that is in use.
 * @returns the language of the mail: without a choice that of the link before; nothing where today's mails are used up
 */
async function saveLink(
  db: Db,
  { person_id, token_hash, now, language }: Link & { now: Date; language: Waiting['language'] },
) {
  const dayAgo = new Date(now.getTime() - dayMs);
  const link = { token_hash, expires_at: new Date(now.getTime() + dayMs) };
  const isNewDay = sql<boolean>`key_request_link.mails_since <= ${dayAgo}`;
  const isFormerOpen = sql`key_request_link.former_expires_at > ${now}`;
  const row = await db
    .insertInto('key_request_link')
    .values({ person_id, ...link, language: language ?? 'en', mails: 1, mails_since: now })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({
          ...link,
          ...(language && { language }),
          former_token_hash: sql`case when ${isFormerOpen} then key_request_link.former_token_hash else key_request_link.token_hash end`,
          former_expires_at: sql`case when ${isFormerOpen} then key_request_link.former_expires_at else key_request_link.expires_at end`,
          mails: sql`case when ${isNewDay} then 1 else key_request_link.mails + 1 end`,
          mails_since: sql`case when ${isNewDay} then ${now} else key_request_link.mails_since end`,
        })
        .where((q) => q.or([q('key_request_link.mails', '<', maxMailsADay), isNewDay])),
    )
    .returning('language')
    .executeTakeFirst();
  return row?.language;
}

/** Its mail has not left, so it counts as none of the day. */
async function giveMailBack(db: Db, { person_id }: Link): Promise<void> {
  await db
    .updateTable('key_request_link')
    .set({ mails: sql<number>`greatest(mails - 1, 0)` })
    .where('person_id', '=', person_id)
    .execute();
}

/** The mail has left: the link before ends, or this one is that if a later one was saved meanwhile. */
async function replaceFormer(db: Db, { person_id, token_hash }: Link): Promise<void> {
  const isLast = sql`token_hash = ${token_hash}`;
  await db
    .updateTable('key_request_link')
    .set({
      former_token_hash: sql`case when ${isLast} then null else ${token_hash}::bytea end`,
      former_expires_at: sql`case when ${isLast} then null else expires_at end`,
    })
    .where('person_id', '=', person_id)
    .execute();
}
