import type { RowProblem } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';

/** What is wrong with a row, for the person who fixes the source. */
export function sayProblem(problem: RowProblem): Sentence {
  switch (problem.is) {
    case 'too_long':
      return say('row.tooLong', { field: say(`row.fields.${problem.field}`), most: problem.most });
    case 'unclear_day':
      return say('row.unclearDay', { field: say(`row.fields.${problem.field}`), value: problem.value });
    case 'unclear_switch':
      return say('row.unclearSwitch', { field: say(`row.fields.${problem.field}`), value: problem.value });
    case 'of_source':
      return say('row.ofSource');
    case 'no_id':
      return say('row.noId');
    case 'no_value':
      return say('row.noValue', { field: say(`row.fields.${problem.field}`) });
    case 'unstorable_id':
      return say('row.unstorableId');
    case 'repeated_id':
      return say('row.repeatedId', { id: problem.external_id });
    case 'long_group':
      return say('row.longGroup', { most: problem.most });
    case 'many_groups':
      return say('row.manyGroups', { most: problem.most });
    case 'many_groups_of_source':
      return say('row.manyGroupsOfSource', { most: problem.most });
  }
}
