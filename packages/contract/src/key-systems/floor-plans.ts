import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { openTo } from '../api/roles';
import { ById, Instant } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { isUploadedFile, type UploadedFile } from '../fields/uploaded-file';

export const maxFloorPlanBytes = 20 * 1_024 * 1_024;
export const maxFloorPlanPins = 2_000;
const maxPdfPage = 2_000;

/** What a pin stands for: a cylinder, planned, with an open programming job, or as it should be; or a place below. */
export const pinStates = ['planned', 'open_job', 'ready', 'place'] as const;
export const PinState = z.enum(pinStates);
export type PinState = z.infer<typeof PinState>;

const Share = z.number().min(0).max(1);
const across = 'From the left edge (0) to the right one (1) of the picture.';
const down = 'From the upper edge (0) to the lower one (1) of the picture.';

export const FloorPlanItem = z.object({
  kind: z.enum(['cylinder', 'place']),
  id: z.uuid(),
  name: z.string(),
  location_id: z.uuid().describe('The place that a cylinder is in; of a place, itself.'),
  location_path: z.string(),
  state: PinState,
  x: Share.nullable().describe(`${across} Null: not on the plan yet.`),
  y: Share.nullable().describe(down),
});
export type FloorPlanItem = z.infer<typeof FloorPlanItem>;

export const FloorPlan = z.object({
  location_id: z.uuid(),
  picture: z
    .object({
      width: z.int(),
      height: z.int(),
      tag: z.string().describe('Changes with the picture.'),
      uploaded_at: Instant,
    })
    .nullable()
    .describe('Null: there is none.'),
  version: z.int().min(0).describe('Counts the changes of picture and pins; 0: there was never one. Also the ETag.'),
  items: z
    .array(FloorPlanItem)
    .describe('Cylinders in the place and below, and the places below: those on the plan, then at most 500 others.'),
  items_total: z.int().describe('How many there are, listed or not.'),
});
export type FloorPlan = z.infer<typeof FloorPlan>;

export const FloorPlanPin = z.strictObject({
  kind: z.enum(['cylinder', 'place']),
  id: z.uuid(),
  x: Share.describe(across),
  y: Share.describe(down),
});
export type FloorPlanPin = z.infer<typeof FloorPlanPin>;

const read = { ...openTo('view_cylinders'), audit: { none: 'read-only' }, params: ById } as const;
const changing = { ...openTo('edit_places'), params: ById, changes: ['locations'] } as const;

export const floorPlans = {
  get: endpoint({
    method: 'GET',
    path: '/locations/:id/floor-plan',
    summary: 'The floor plan of a place: where its cylinders and the places below it are',
    ...read,
    response: FloorPlan,
    errors: ['not_found'],
  }),
  picture: endpoint({
    method: 'GET',
    path: '/locations/:id/floor-plan/picture',
    summary: 'The picture of a floor plan, as WebP; never the file as it was uploaded',
    ...read,
    query: z.strictObject({
      size: z.enum(['full', 'small']).default('full').describe('Longest side 4,096 or 480 pixels.'),
    }),
    produces: 'file',
    response: z.string(),
    errors: ['not_found'],
  }),
  upload: endpoint({
    method: 'POST',
    path: '/locations/:id/floor-plan',
    summary: 'Set or replace the picture of a floor plan: PNG, JPEG or a page of a PDF. Pins stay',
    ...changing,
    audit: 'location.plan_uploaded',
    encoding: { multipart: 'file', maxBytes: maxFloorPlanBytes },
    query: z.strictObject({
      page: z.coerce.number().int().min(1).max(maxPdfPage).default(1).describe('Of a PDF.'),
    }),
    body: z.strictObject({
      file: z.custom<UploadedFile>(isUploadedFile, {
        error: fieldError({ fileUpload: 'A file upload is required.' }),
      }),
    }),
    response: FloorPlan,
    errors: ['not_found', 'version_conflict', 'payload_too_large', 'validation_failed', 'overloaded'],
  }),
  savePins: endpoint({
    method: 'PUT',
    path: '/locations/:id/floor-plan/pins',
    summary: 'Set all pins of a floor plan. Pins of what the caller may not see stay',
    ...changing,
    audit: 'location.pins_saved',
    body: z.strictObject({ pins: z.array(FloorPlanPin).max(maxFloorPlanPins) }),
    response: FloorPlan,
    errors: ['not_found', 'version_conflict', 'conflict', 'validation_failed'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/locations/:id/floor-plan',
    summary: 'Remove a floor plan with its pins. Cylinders and places stay',
    ...changing,
    audit: 'location.plan_removed',
    response: FloorPlan,
    errors: ['not_found', 'version_conflict'],
  }),
};
