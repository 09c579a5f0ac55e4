import { type Subject, timetables } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { changeTimetable, getTimetable, pauseTimetable, resumeTimetable } from './manage';

const { ofSource, changeOfSource, pauseSource, resumeSource } = timetables;
const { ofKeySystem, changeOfKeySystem, pauseKeySystem, resumeKeySystem } = timetables;

/** By kind of connection: its table, and its calls. */
const kinds = [
  { table: 'iam_connection', get: ofSource, change: changeOfSource, pause: pauseSource, resume: resumeSource },
  {
    table: 'key_system_connection',
    get: ofKeySystem,
    change: changeOfKeySystem,
    pause: pauseKeySystem,
    resume: resumeKeySystem,
  },
] as const;

export function timetableRoutes(app: FastifyInstance, deps: Deps): void {
  for (const { table, get, change, pause, resume } of kinds) {
    const subjectOf = ({ id }: { id: string }): Subject => ({ table, id });
    route(app, deps, get, ({ reader, params }) => getTimetable(deps, reader, subjectOf(params)));
    route(app, deps, change, ({ params, body, ...call }) =>
      changeTimetable({ deps, ...call, subject: subjectOf(params) }, body),
    );
    route(app, deps, pause, ({ params, body, ...call }) =>
      pauseTimetable({ deps, ...call, subject: subjectOf(params) }, body),
    );
    route(app, deps, resume, ({ params, ...call }) => resumeTimetable({ deps, ...call, subject: subjectOf(params) }));
  }
}
