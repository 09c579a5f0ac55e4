import { SourceCertificateInfo, type SourceCredential, type SourceDiagnosis } from '@key2xs/contract';
import { type Language, type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { z } from 'zod';
import type { Deps } from '#platform/deps';
import type { StoredDiagnosis } from '#platform/schema/tables/sources/schema-source-health';
import type { Reader } from '#platform/visible-to';
import { daysUntil } from '#platform/warning-days';
import { getConnection } from '../iam/service';
import { type CredentialRow, listCredentials } from './queries';

const warnDays = 30;

/** @throws AppError not_found */
export async function presentCredentials({ clock }: Pick<Deps, 'clock'>, reader: Reader, id: string) {
  await getConnection(reader, id);
  const rows = await listCredentials(reader.db, id);
  return { items: rows.map((row) => presentCredential(row, clock(), reader.language)) };
}

const Facts = z.object({ certificate: SourceCertificateInfo.optional(), is_weakly_protected: z.boolean().optional() });

export function presentCredential(row: CredentialRow, now: Date, language: Language): SourceCredential {
  const { id, kind, state, expires_at, added_by, created_at, last_test } = row;
  const days_left = expires_at && daysUntil(expires_at, now);
  const facts = Facts.parse(row.facts);
  return {
    id,
    kind,
    state,
    certificate: facts.certificate ?? null,
    expires_at: expires_at?.toISOString() ?? null,
    days_left,
    warnings: warningsOf(days_left, facts.is_weakly_protected).map((warning) => renderSentence(warning, language)),
    last_test: last_test && presentDiagnosis(last_test, language),
    added_by,
    created_at: created_at.toISOString(),
  };
}

function warningsOf(daysLeft: number | null, isWeaklyProtected = false): Sentence[] {
  const warnings = isWeaklyProtected ? [say('sourceCredential.oldProtection')] : [];
  if (daysLeft === null || daysLeft > warnDays) return warnings;
  const ending = daysLeft < 0 ? say('sourceCredential.ended') : say('sourceCredential.endsSoon', { count: daysLeft });
  return [ending, ...warnings];
}

export function presentDiagnosis({ at, is_passed, steps }: StoredDiagnosis, language: Language): SourceDiagnosis {
  return {
    at,
    is_passed,
    message: renderSentence(outcomeOf(steps), language),
    steps: steps.map(({ message, ...step }) => ({
      ...step,
      message: message ? renderSentence(message, language) : '',
    })),
  };
}

function outcomeOf(steps: StoredDiagnosis['steps']): Sentence {
  const failed = steps.find(({ state }) => state === 'failed');
  if (failed?.message) return failed.message;
  return say(
    steps.some(({ state }) => state === 'warning') ? 'sourceFinding.passedWithWarnings' : 'sourceFinding.passed',
  );
}
