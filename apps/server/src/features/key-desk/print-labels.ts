import { type Key, keyList, labelSheets, maxLabels, type PrintLabels } from '@key2xs/contract';
import { scannable } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { invalidField } from '#platform/errors';
import type { FileDownload } from '#platform/http/file-download';
import { printLabels } from '#platform/pdf/print-pdf';
import type { Reader } from '#platform/visible-to';
import { listKeysByIds, listMatchingKeys } from '../keys/service';

type Wanted = z.output<typeof PrintLabels>;
type PrintContext = { deps: Deps; reader: Reader; caller: Caller; signal: AbortSignal };

/** Labels that the scan field of the desk reads. @throws AppError not_found, overloaded, validation_failed */
export async function labelsPdf({ deps, reader, caller, signal }: PrintContext, wanted: Wanted): Promise<FileDownload> {
  const { paper, text } = wanted;
  const keys = await keysToLabel(deps, reader, wanted);
  const title = renderSentence(say('keyDesk.labels'), reader.language);
  const content = await printLabels(
    deps.runner,
    {
      title,
      paper: paper.kind === 'single' ? paper : { kind: 'sheet', ...labelSheets[paper.sheet], used: paper.used },
      labels: keys.map(({ marking, name, serial, external_id }) => ({
        code: scannable([marking, serial, external_id]),
        head: marking,
        lines: [name === marking ? '' : name, text],
      })),
    },
    { signal },
  );
  const details = { file: fileName, labels: keys.length, ...(wanted.keys ? {} : wanted.filter) };
  await deps.db.transaction().execute((tx) => recordEvent(tx, caller, keyList.audit, { details }));
  return { fileName, contentType: 'application/pdf', content };
}

const fileName = 'key-labels.pdf';

async function keysToLabel(deps: Deps, reader: Reader, { keys, filter, paper }: Wanted): Promise<Key[]> {
  if (paper.kind === 'sheet' && paper.used >= labelSheets[paper.sheet].columns * labelSheets[paper.sheet].rows)
    throw invalidField('paper.used', say('keyDesk.labelsUsed'));
  const now = deps.clock();
  if (keys) return listKeysByIds({ reader, now }, [...new Set(keys)]);
  const { found, total } = await listMatchingKeys({ reader, now }, filter ?? {}, maxLabels);
  if (total > maxLabels) throw invalidField('filter', say('keyDesk.tooManyLabels', { count: total, most: maxLabels }));
  if (total === 0) throw invalidField('filter', say('keyDesk.noLabels'));
  return found;
}
