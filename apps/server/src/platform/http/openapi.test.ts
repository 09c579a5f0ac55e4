import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { describeApi } from './openapi';

type Described = { parameters: { name: string }[]; responses: Record<string, object> };
type Document = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, object>; responses: Record<string, object> };
};

function whole(): Document {
  const work = describeApi();
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value as Document;
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1, with every reference in it', async () => {
    expect(await new Validator().validate({ ...whole() })).toMatchObject({ valid: true });
  });

  it('has each named schema once, and twice only where an answer has what a body may leave out', () => {
    const { paths, components } = whole();
    const written = JSON.stringify(paths);
    const repeated = Object.entries(components.schemas).filter(([, schema]) => {
      const text = JSON.stringify(schema);
      return text.length > 500 && written.includes(text);
    });
    expect(repeated.map(([name]) => name)).toEqual([]);
    const { RuleWritten, RuleWrittenInput, KeyRequestInput } = components.schemas;
    expect(KeyRequestInput).toBeUndefined();
    expect(RuleWritten).toMatchObject({ required: expect.arrayContaining(['is_active']) });
    expect((RuleWrittenInput as { required: string[] }).required).not.toContain('is_active');
  });

  it('says which calls take If-Match and Idempotency-Key, and which answers have an ETag', () => {
    const { paths } = whole();
    const update = paths['/api/v1/locations/{id}']?.patch ?? paths['/api/v1/locations/{id}']?.put;
    expect(update?.parameters.map(({ name }) => name)).toContain('If-Match');
    expect(update?.responses[200]).toMatchObject({ headers: { ETag: expect.anything() } });
    expect(paths['/api/v1/locations']?.post?.parameters.map(({ name }) => name)).toContain('Idempotency-Key');
  });
});
