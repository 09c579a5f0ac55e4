import { type Language, type Sentence, say } from '@key2xs/texts';
import { sql } from 'kysely';
import { storableJson } from '#platform/database/storable-json';
import type { Deps } from '#platform/deps';
import type { JobWork } from '#platform/jobs/job-kind';
import { mailLink } from '#platform/mail/deliver-link';
import { hashToken, newToken } from '#platform/sign-in/sessions';
import { asProduct } from '#platform/visible-to';
import { peopleOf } from '../people/relation';
import { mailLinksJob } from './service';

const mailsAPiece = 20;

type Waiting = {
  person_id: string;
  mail_address: string;
  name: string;
  language: Language;
  due_at: Date;
  keys: number;
};

/**
 * Mails the links of one check, some at a time with three statements. A link counts before its mail leaves, and the one before until
 * the mail server has taken it; a mail is sent again with a new link when the process dies in between.
 */
export const mailLinks = (deps: Deps): JobWork => ({
  name: mailLinksJob,
  async run({ lease, mayContinue }) {
    const { key: id } = lease.job;
    const waiting = await listWaiting(deps, id);
    if (waiting.length === 0) return 'done';
    const links = waiting.map((holder) => ({ ...holder, token: newToken() }));
    await saveTokens(deps, id, links);
    const outcomes: { person_id: string; problem: Sentence | null }[] = [];
    for (const holder of links) {
      if (!mayContinue()) break;
      outcomes.push({ person_id: holder.person_id, problem: await mailOne(deps, holder) });
    }
    await saveOutcomes(deps, id, outcomes);
    return 'again';
  },
});

async function listWaiting({ db }: Deps, id: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select holder.person_id, holder.mail_address, person.display_name as name, asked.language, asked.due_at,
      (select count(*)::int from possession_check_key as key where key.check_id = asked.id and key.person_id = person.id) as keys
    from possession_check_person as holder join possession_check as asked on asked.id = holder.check_id
    join ${peopleOf(asProduct(db))} on person.id = holder.person_id
    where holder.check_id = ${id} and holder.is_to_mail and asked.ended_at is null
    order by holder.person_id limit ${mailsAPiece}`.execute(db);
  return rows;
}

type Link = Waiting & { token: string };

async function saveTokens({ db }: Deps, id: string, links: readonly Link[]): Promise<void> {
  const rows = links.map(({ person_id, token }) => ({ person_id, hash: hashToken(token).toString('hex') }));
  await sql`
    update possession_check_person as holder set token_hash = decode(link.hash, 'hex'),
      former_token_hash = coalesce(holder.former_token_hash, holder.token_hash)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as link(person_id uuid, hash text)
    where holder.check_id = ${id} and holder.person_id = link.person_id and holder.answered_at is null`.execute(db);
}

/** @returns why it was not mailed */
function mailOne(deps: Deps, { mail_address, name, language, due_at, keys, token }: Link): Promise<Sentence | null> {
  return mailLink(deps, mail_address, {
    ...{ language, path: '/possession', token },
    subject: say('possession.mail.subject'),
    text: say('possession.mail.text', { name, count: keys, day: due_at.toISOString().slice(0, 10) }),
    footer: say('possession.mail.footer'),
  });
}

async function saveOutcomes(
  { db, clock }: Deps,
  id: string,
  outcomes: readonly { person_id: string; problem: Sentence | null }[],
): Promise<void> {
  const rows = outcomes.map(({ person_id, problem }) => ({ person_id, problem: problem && storableJson(problem) }));
  await sql`
    update possession_check_person as holder set is_to_mail = false, problem = outcome.problem::jsonb,
      mailed_at = case when outcome.problem is null then ${clock()}::timestamptz else holder.mailed_at end,
      former_token_hash = case when outcome.problem is null then null else holder.former_token_hash end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as outcome(person_id uuid, problem text)
    where holder.check_id = ${id} and holder.person_id = outcome.person_id`.execute(db);
}
