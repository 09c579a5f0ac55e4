import type { FieldSource, Transform } from '@key2xs/contract';
import type { TFunction } from 'i18next';

type Translate = TFunction<'source'>;

function describeStep(t: Translate, step: Transform): string {
  switch (step.do) {
    case 'upper':
    case 'lower':
    case 'tidy':
    case 'plain':
      return t(`shape.tell.${step.do}`);
    case 'replace':
      return t('shape.tell.replace', { find: step.find, put: step.put });
    case 'part':
      return t('shape.tell.part', { start: step.start, length: step.length });
    case 'split':
      return t(step.take === 'before' ? 'shape.tell.splitBefore' : 'shape.tell.splitAfter', {
        separator: step.separator,
      });
    case 'around':
      return t('shape.tell.around', { prefix: step.prefix, suffix: step.suffix });
    case 'pad':
      return t('shape.tell.pad', { length: step.length, put: step.put });
    case 'or_column':
      return t('shape.tell.or_column', { column: step.column });
    case 'look_up':
      return t('shape.tell.look_up', { count: step.entries.length });
    case 'day':
      return t(step.order === 'dmy' ? 'shape.tell.day_dmy' : 'shape.tell.day_mdy');
  }
}

/** The transforms of a value in one line; undefined without any. */
export function describeSource(t: Translate, source: FieldSource | undefined): string | undefined {
  if (source === undefined || typeof source === 'string') return undefined;
  const parts = (source.transforms ?? []).map((step) => describeStep(t, step));
  if (source.default !== undefined) parts.push(t('shape.tell.left', { value: source.default }));
  if (source.required) parts.push(t('shape.tell.required'));
  return parts.join(', ');
}
