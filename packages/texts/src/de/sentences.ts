import type { texts as english } from '../en/sentences';
import type { Translation } from '../english';
import { certificate } from './sentences-of-certificates';
import { draftEdit } from './sentences-of-draft-edits';
import { drift } from './sentences-of-drift';
import { ability, circumstance, driver, finding } from './sentences-of-drivers';
import { entra, entraCase, entraSetUp, entraValue } from './sentences-of-entra';
import { entraCheck, entraSession } from './sentences-of-entra-setup';
import { field } from './sentences-of-fields';
import { mail } from './sentences-of-mail';
import { matrix } from './sentences-of-matrix';
import { changeSet, conflict, csv, fieldRules, row, source, staffList } from './sentences-of-people';
import { planCheck } from './sentences-of-plan-checks';
import { keyPlan, lockingPlan, sheet, sheetProblem } from './sentences-of-plans';
import {
  database,
  door,
  heavy,
  keySystem,
  location,
  memory,
  notFound,
  record,
  request,
  sandbox,
  secret,
  signIn,
} from './sentences-of-refusals';
import { rename } from './sentences-of-renames';
import {
  sourceCredential,
  sourceEvent,
  sourceFinding,
  sourceHealth,
  sourceState,
  sourceWebhook,
} from './sentences-of-source-health';
import { timetable } from './sentences-of-timetables';
import { because, heldBack, print, takeBack, task, work } from './sentences-of-work';

/** Was Server und Treiber sagen. */
export const texts: Translation<typeof english> = {
  asWritten: '{{text}}',
  several: '{{sentences, sentences}}',
  changeSet,
  mail,
  timetable,
  conflict,
  fieldRules,
  work,
  because,
  print,
  task,
  heldBack,
  drift,
  driver,
  circumstance,
  ability,
  finding,
  entra,
  entraCase,
  entraSetUp,
  entraValue,
  entraSession,
  entraCheck,
  certificate,
  notFound,
  request,
  field,
  database,
  secret,
  heavy,
  door,
  location,
  memory,
  signIn,
  sandbox,
  record,
  keySystem,
  keyPlan,
  source,
  sourceCredential,
  sourceEvent,
  sourceFinding,
  sourceHealth,
  sourceState,
  sourceWebhook,
  staffList,
  row,
  csv,
  lockingPlan,
  matrix,
  planCheck,
  rename,
  draftEdit,
  sheet,
  sheetProblem,
  takeBack,
};
