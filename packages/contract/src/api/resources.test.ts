import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../all-endpoints';
import { eventsOf, isWriting } from './endpoint';
import { affectedBy, resourceOf, resources } from './resources';

const endpoints = Object.entries(allEndpoints).flatMap(([group, members]) =>
  Object.entries(members).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
);
const writing = endpoints.filter(({ endpoint }) => isWriting(endpoint));
/** A stream only says what to read again. */
const reading = endpoints.filter(({ endpoint }) => !isWriting(endpoint) && !eventsOf(endpoint));

const namesOf = (some: typeof endpoints) => some.map(({ name }) => name);

describe('resources', () => {
  it('every endpoint that writes says what it changes, or why that is nothing a client has read', () => {
    expect(namesOf(writing.filter(({ endpoint: { changes } }) => changes === undefined))).toEqual([]);
    expect(namesOf(writing.filter(({ endpoint: { changes } }) => Array.isArray(changes) && !changes.length))).toEqual(
      [],
    );
  });

  it('no endpoint that reads says that it changes something', () => {
    expect(namesOf(reading.filter(({ endpoint: { changes } }) => changes !== undefined))).toEqual([]);
  });

  it('every endpoint that reads is of a resource', () => {
    const unknown = reading.filter(({ endpoint }) => !resources.includes(resourceOf(endpoint)));
    expect(unknown).toEqual([]);
  });

  it('is read by an endpoint, but for what key systems have recorded, which is shown within others', () => {
    const read = new Set(reading.map(({ endpoint }) => resourceOf(endpoint)));
    expect(resources.filter((resource) => !read.has(resource))).toEqual(['recorded']);
  });

  it('who may open what changes with people, places, cylinders, plans and what is recorded', () => {
    const changing = resources.filter((resource) => affectedBy([resource]).has('access'));
    expect(changing).toEqual(['people', 'cylinders', 'locations', 'recorded', 'key-plans', 'access']);
  });
});
