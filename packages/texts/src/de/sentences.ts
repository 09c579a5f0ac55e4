import type { texts as english } from '../en/sentences';
import type { PartTranslation } from '../english';
import { ability, circumstance, driver, finding } from './sentences-of-drivers';
import { changeSet, csv, row, source, staffList } from './sentences-of-people';
import { database, heavy, location, notFound, record, request, secret, signIn } from './sentences-of-refusals';
import { because, heldBack, print, takeBack, task, work } from './sentences-of-work';

/** Was Server und Treiber sagen, soweit es auf Bildschirmen steht, die auf Deutsch sind. */
export const texts: PartTranslation<typeof english> = {
  changeSet,
  work,
  because,
  print,
  task,
  heldBack,
  driver,
  circumstance,
  ability,
  finding,
  notFound,
  request,
  database,
  secret,
  heavy,
  location,
  signIn,
  record,
  source,
  staffList,
  row,
  csv,
  takeBack,
};
