import { z } from 'zod';
import { Instant } from '../fields/common';
import { GeneratorMode, GeneratorSettings, Generosity } from './settings';

export const GeneratorStatus = z.enum(['waiting', 'running', 'finished', 'stopped', 'failed']);
export type GeneratorStatus = z.infer<typeof GeneratorStatus>;

export const GeneratorPhase = z
  .enum(['reading', 'rules', 'profiles', 'proving', 'tightening', 'naming', 'saving', 'choosing'])
  .describe('In this order; a mode skips some. choosing: the result is there, plans to choose from are worked out.');
export type GeneratorPhase = z.infer<typeof GeneratorPhase>;

/** Where the rights of the input end: each in one of four places, so that the four add up to all. */
export const RightsBalance = z.object({
  rights: z.int().describe('Of the input: pairs of person and door.'),
  by_rules: z.int(),
  by_profiles: z.int(),
  on_request: z.int().describe('At doors that need approval; kept by those who have them.'),
  single: z.int().describe('Kept for the person alone.'),
});
export type RightsBalance = z.infer<typeof RightsBalance>;

export const GeneratorFigures = RightsBalance.extend({
  rules: z.int(),
  profiles: z.int().describe('That rules and suggestions use.'),
  links: z.int().describe('Between people and profiles, and profiles and doors.'),
  links_before: z.int().describe('Rights, each a link of its own.'),
  lower_bound: z.int().describe('No plan without new rights for the same rights has fewer profiles; proven.'),
  additions: z.int().describe('Rights that suggestions would give newly, if accepted.'),
  coverage: z.number().describe('The share of rights by rules and profiles.'),
  orphaned: z.int().describe('Rights of people who have left or are unknown.'),
  doubled: z.int().describe('Rights that more than one suggestion gives.'),
  is_partial: z.boolean().describe('Stopped before it was done: what is missing is single rights.'),
});
export type GeneratorFigures = z.infer<typeof GeneratorFigures>;

/** What was read, and what goes where: the data notice. */
export const GeneratorInput = z.object({
  revision: z.string().describe('Of the data that was read; opaque.'),
  read_at: Instant,
  people: z.int(),
  cylinders: z.int(),
  rights: z.int(),
  people_unknown: z.int().describe('Holders that no identity source knows; their rights are orphaned.'),
  rights_orphaned: z.int().describe('Not among the rights: their holders have left or are unknown.'),
  attributes: z.array(z.object({ name: z.string(), values: z.int(), people_without: z.int() })),
  language_model: z.string().nullable().describe('Host that receives counts and attribute names; null: none.'),
});
export type GeneratorInput = z.infer<typeof GeneratorInput>;

export const GeneratorWarning = z.object({ code: z.string(), message: z.string() });
export type GeneratorWarning = z.infer<typeof GeneratorWarning>;

export const GeneratorRun = z.object({
  id: z.uuid(),
  status: GeneratorStatus,
  phase: GeneratorPhase.nullable(),
  settings: GeneratorSettings,
  seed: z.int(),
  started_by: z.string(),
  created_at: Instant,
  finished_at: Instant.nullable(),
  task_id: z.uuid().nullable(),
  last_event_id: z.string().describe('Of the newest event, "0" before the first.'),
  input: GeneratorInput.nullable().describe('Null until it is read.'),
  figures: GeneratorFigures.nullable().describe('Null until there is a result.'),
  is_out_of_date: z
    .enum(['no', 'yes', 'unknown'])
    .describe('Whether people, doors or rights have changed since they were read; unknown: that is too long ago.'),
  warnings: z.array(GeneratorWarning).describe('What was left out, or is not known; oldest first.'),
  nothing: z
    .object({
      sentence: z.string().describe('Why nothing is suggested, and what would help.'),
      nearest: GeneratorSettings.nullable().describe('Settings that give something; null where none do.'),
      link: z.string().nullable().describe('Screen where what is missing is added.'),
    })
    .nullable(),
  error: z.string().nullable(),
  decided: z.object({ accepted: z.int(), rejected: z.int(), open: z.int() }),
  draft: z.object({ keyplan_id: z.uuid(), name: z.string() }).nullable().describe('The plan that was drafted from it.'),
});
export type GeneratorRun = z.infer<typeof GeneratorRun>;

/** One of the plans to choose from: what it costs against what it gains. */
export const PlanChoice = z.object({
  id: z.string(),
  mode: GeneratorMode,
  generosity: Generosity,
  part: z
    .object({ suggestions: z.int(), of: z.int() })
    .nullable()
    .describe('Only the best suggestions of it; the rights of the others stay single. Null: all of them.'),
  is_present: z.boolean().describe('It is the one that the run suggests now; edits count in its figures.'),
  rules: z.int(),
  profiles: z.int(),
  links: z.int(),
  single: z.int(),
  additions: z.int().describe('Rights that it would give newly; the other figures are with them.'),
  transition: z
    .object({
      people: z.int().describe('Whose access rests on something else than before.'),
      keys_to_update: z.int().describe('Of people who get something new.'),
      cylinders_to_visit: z.int().describe('Where the keys of such people cannot carry the new right.'),
    })
    .describe('From today to this plan.'),
});
export type PlanChoice = z.infer<typeof PlanChoice>;

/** What should be looked at in the access of today. */
export const CleaningFinding = z.object({
  id: z.string(),
  kind: z
    .enum(['outlier', 'missing', 'orphaned', 'doubled', 'unused', 'drifting_profile'])
    .describe(
      'outlier: no one similar has it. missing: everybody similar has it. orphaned: its holder has left or is unknown. doubled: more than one profile gives it. unused: not used for as long as was asked. drifting_profile: most of its members share a department or job title, and some do not.',
    ),
  sentence: z.string(),
  person: z.object({ id: z.uuid(), name: z.string(), department: z.string().nullable() }).nullable(),
  door: z
    .object({ id: z.uuid(), name: z.string(), marking: z.string(), location_path: z.string().nullable() })
    .nullable(),
  suggestion_id: z.uuid().nullable(),
  owner: z.string().nullable().describe('Who answers for the place, else for the person; null where no one is known.'),
  share: z.number().nullable().describe('Of similar people who have the right.'),
  decision: z.enum(['open', 'keep', 'remove', 'add']),
});
export type CleaningFinding = z.infer<typeof CleaningFinding>;

/** What the stream takes as `payload`: settings of a new run, or a run to follow. */
export const GeneratorPayload = z.union([z.strictObject({ run_id: z.uuid() }), GeneratorSettings]);
export type GeneratorPayload = z.output<typeof GeneratorPayload>;
