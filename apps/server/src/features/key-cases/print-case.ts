import { type KeyCaseDetail, keyCaseDoorList } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Caller, Deps } from '#platform/deps';
import type { FileDownload } from '#platform/http/file-download';
import { firstRows } from '#platform/list/export-list';
import type { Wanted } from '#platform/list/list-query';
import { recordExport } from '#platform/list/list-routes';
import { countRows } from '#platform/list/read-page';
import { printReceipt } from '#platform/pdf/print-pdf';
import type { Reader } from '#platform/visible-to';
import { listKeysByIds } from '../keys/service';
import { caseDoorSource } from './door-source';
import { readCase } from './read-case';

/** More would not be read. */
const maxDoors = 1_000;

/** A case for the file and the insurer, in the reader's language. Times are UTC. @throws AppError not_found, overloaded */
export async function casePdf(
  deps: Deps,
  { reader, caller, signal }: { reader: Reader; caller: Caller; signal: AbortSignal },
  id: string,
): Promise<FileDownload> {
  const now = deps.clock();
  const found = await readCase({ reader, now }, id);
  const [key] = found.key === null ? [] : await listKeysByIds({ reader, now }, [found.key.id]);
  const name = found.key?.marking ?? found.holder?.name ?? '';
  const source = await caseDoorSource(reader, { id, now });
  const wanted = { params: { id }, query: { limit: undefined, offset: undefined } } as Wanted<typeof keyCaseDoorList>; // all of them
  const total = await countRows(reader, source, wanted);
  const rows = await firstRows(reader, source, wanted, maxDoors);
  const doors = rows.map((row) => source.present(row, reader.language, reader.viewer));
  const text = (sentence: Sentence) => renderSentence(sentence, reader.language);
  const more = total - doors.length;
  const fileName = `key-case-${(found.key?.marking ?? 'joiner').replace(/[^\w-]+/g, '-')}.pdf`;
  const content = await printReceipt(
    deps.runner,
    {
      title: text(
        found.key ? say('keyCase.print.title', { marking: name }) : say('keyCase.print.titleJoiner', { name }),
      ),
      facts: factsOf(found, key?.custody.since ?? null, text),
      statement: [
        ...(found.joiner
          ? [text(say('keyCase.print.entitled', { at: minute(found.joiner.entitled_since) }))]
          : [reported(found, text)]),
        ...(more > 0 ? [text(say('keyCase.print.more', { count: more }))] : []),
      ].join('\n'),
      columns: (['door', 'place', 'class', 'decision', 'state'] as const).map((column) =>
        text(say(`keyCase.print.columns.${column}`)),
      ),
      rows: doors.map((door) => [
        door.name && door.name !== door.marking ? `${door.marking} ${door.name}` : door.marking,
        door.place ?? '–',
        door.protection_class?.toString() ?? '–',
        text(say(`keyCase.print.decisions.${door.decision ?? 'none'}`)),
        door.state === 'accepted'
          ? text(say('keyCase.print.states.accepted', { until: minute(door.accept_until) }))
          : text(say(`keyCase.print.states.${door.state}`)),
      ]),
      signatures: [],
      foot: text(say('keyCase.print.printed', { at: minute(now.toISOString()) })),
    },
    { signal },
  );
  await recordExport(deps, caller, { ...keyCaseDoorList, fileName }, wanted);
  return { fileName, contentType: 'application/pdf', content };
}

const reported = ({ report: { circumstances } }: KeyCaseDetail, text: (sentence: Sentence) => string): string =>
  text(circumstances ? say('keyCase.print.statement', { circumstances }) : say('keyCase.print.nothing'));

function factsOf(
  { key, joiner, kind, holder, opened_at, closed_at, outcome, report }: KeyCaseDetail,
  handedOut: string | null,
  text: (sentence: Sentence) => string,
): (readonly [string, string])[] {
  const unknown = text(say('keyCase.print.unknown'));
  const closed =
    closed_at && outcome
      ? `${minute(closed_at)} UTC, ${text(say(`keyCase.print.outcomes.${outcome}`))}`
      : text(say('keyCase.print.stillOpen'));
  const named = holder ? [holder.name, holder.department].filter(Boolean).join(', ') : unknown;
  const history: (readonly [string, string])[] = [
    [text(say('keyCase.print.opened')), `${minute(opened_at)} UTC`],
    [text(say('keyCase.print.closed')), closed],
  ];
  const ofKind = [text(say('keyCase.print.kind')), text(say(`keyCase.print.kinds.${kind}`))] as const;
  if (key === null)
    return [
      [text(say('keyCase.print.person')), named],
      ofKind,
      [text(say('keyCase.print.firstDay')), joiner?.first_day ?? '–'],
      ...history,
    ];
  return [
    [text(say('keyCase.print.key')), [key.marking, key.name].filter(Boolean).join(', ')],
    [text(say('keyCase.print.system')), key.connection_name],
    ofKind,
    [text(say('keyCase.print.holder')), named],
    [text(say('keyCase.print.handedOut')), handedOut ? `${minute(handedOut)} UTC` : unknown],
    ...history,
    [text(say('keyCase.print.happenedAt')), report.happened_at ? `${minute(report.happened_at)} UTC` : unknown],
    [text(say('keyCase.print.place')), report.place || unknown],
    [text(say('keyCase.print.police')), report.police_reference || unknown],
  ];
}

const minute = (at: string | null): string => (at ?? '').slice(0, 16).replace('T', ' ');
